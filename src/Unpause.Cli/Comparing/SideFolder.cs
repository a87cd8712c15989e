using Unpause.Cli.Sessions;

namespace Unpause.Cli.Comparing;

/// <summary>Inputs that are read together.</summary>
/// <param name="Inputs">Files.</param>
/// <param name="IsOneRun">Whether all files are one run, whatever their processes: a folder per run.</param>
internal sealed record SideFolder(IReadOnlyList<ExpandedInput> Inputs, bool IsOneRun);
