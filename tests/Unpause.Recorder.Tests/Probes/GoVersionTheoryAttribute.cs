namespace Unpause.Recorder.Tests.Probes;

/// <summary>
/// A test that needs root and other Go versions than the installed one: UNPAUSE_GO_ROOT names a folder with VERSION/bin/go. Skipped, and
/// counted, where there are none.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class GoVersionTheoryAttribute : TheoryAttribute
{
    public GoVersionTheoryAttribute() =>
        Skip = Root is null ? "needs other Go versions (UNPAUSE_GO_ROOT)" : Unpause.Tests.LeftOut.WithoutRoot();

    /// <summary>The folder; null where there is none.</summary>
    public static string? Root { get; } =
        Environment.GetEnvironmentVariable("UNPAUSE_GO_ROOT") is { Length: > 0 } root && Directory.Exists(root) ? root : null;
}
