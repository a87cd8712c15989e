namespace Unpause.Cli.Tests;

/// <summary>A test that compiles the programs without a library: other compilers make other bytes of the same source.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class CompilersTheoryAttribute : TheoryAttribute
{
    private const string Version = "12.2.0";

    private static readonly Lazy<string?> Obstacle = new(() =>
    {
        const string Ask = "[ $(uname -m) = x86_64 ] && gcc -dumpfullversion && aarch64-linux-gnu-gcc -dumpfullversion";
        var reported = Cli.Program(Path.GetTempPath(), "sh", "-c", Ask);
        return reported.Output == $"{Version}\n{Version}\n" ? null : $"needs gcc {Version} for x86-64 and arm64";
    });

    public CompilersTheoryAttribute() => Skip = Obstacle.Value;
}
