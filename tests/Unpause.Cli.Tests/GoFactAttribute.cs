namespace Unpause.Cli.Tests;

/// <summary>A test that compiles Go; left out and counted where there is none.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class GoFactAttribute : FactAttribute
{
    private static readonly Lazy<string?> Obstacle = new(() =>
        Cli.Program(Path.GetTempPath(), "sh", "-c", "command -v go").ExitCode == 0 ? null : "needs go");

    public GoFactAttribute() => Skip = Obstacle.Value;
}
