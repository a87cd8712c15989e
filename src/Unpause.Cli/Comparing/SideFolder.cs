namespace Unpause.Cli.Comparing;

/// <summary>Inputs that are read together.</summary>
/// <param name="Inputs">Files.</param>
/// <param name="IsOneRun">Whether they are one run, whatever processes they tell of: a folder of its own.</param>
internal sealed record SideFolder(IReadOnlyList<ExpandedInput> Inputs, bool IsOneRun);
