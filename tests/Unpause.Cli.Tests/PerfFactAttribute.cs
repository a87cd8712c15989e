namespace Unpause.Tests;

/// <summary>A test that samples with Linux's perf: left out where it isn't installed or not allowed.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class PerfFactAttribute : FactAttribute
{
    private static readonly Lazy<string?> Obstacle = new(() =>
    {
        const string Ask = "d=$(mktemp -d) && perf record -q -e cpu-clock -g -o $d/perf.data -- true; r=$?; rm -r $d; exit $r";
        return Cli.Program(Path.GetTempPath(), "sh", "-c", Ask).ExitCode == 0 ? null : "needs perf, and a kernel that allows it";
    });

    public PerfFactAttribute() => Skip = Obstacle.Value;
}
