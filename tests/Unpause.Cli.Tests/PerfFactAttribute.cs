namespace Unpause.Cli.Tests;

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

    /// <summary>A test that needs a program of the machine as well.</summary>
    /// <param name="program">Its path.</param>
    public PerfFactAttribute(string program) => Skip = File.Exists(program) ? Obstacle.Value : $"needs {program}";
}
