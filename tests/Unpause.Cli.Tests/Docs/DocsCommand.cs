namespace Unpause.Tests.Docs;

/// <summary>A command that a page shows.</summary>
/// <param name="Line">Where it begins, from 1.</param>
/// <param name="Text">The command as it stands there.</param>
/// <param name="ExitCode">What the page says that it ends with, 0 where it says nothing.</param>
/// <param name="Runtime">The runtime of which a process is meant by PID: <c>java</c>, <c>dotnet</c>; null for none.</param>
/// <param name="Needs">What it needs that few machines have, so that it isn't run; null for none.</param>
internal sealed record DocsCommand(int Line, string Text, int ExitCode, string? Runtime, string? Needs);
