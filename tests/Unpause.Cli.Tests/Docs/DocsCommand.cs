namespace Unpause.Cli.Tests.Docs;

/// <summary>A command that a page shows.</summary>
/// <param name="Line">Where it begins, from 1.</param>
/// <param name="Text">The command.</param>
/// <param name="ExitCode">The exit code on the page; default 0.</param>
/// <param name="Runtime">The runtime of the process that PID stands for: <c>java</c>, <c>dotnet</c>; null for none.</param>
/// <param name="Needs">A tool that few machines have, without which it is not run; null for none.</param>
internal sealed record DocsCommand(int Line, string Text, int ExitCode, string? Runtime, string? Needs);
