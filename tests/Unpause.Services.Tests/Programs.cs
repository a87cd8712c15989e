using System.Diagnostics;

namespace Unpause.Services.Tests;

/// <summary>The two programs: the native ones that ./test makes and names, or the builds beside the tests.</summary>
internal static class Programs
{
    private static readonly string? Native = Environment.GetEnvironmentVariable("UNPAUSE_TESTED") is { Length: > 0 } named ? named : null;

    /// <summary>Whether they are as in a package; only then the kernel restricts them.</summary>
    public static bool AreNative => Native is not null;

    /// <summary><c>unpause</c>.</summary>
    public static string Unpause { get; } = Native ?? Path.Combine(AppContext.BaseDirectory, "Unpause.Cli");

    /// <summary><c>unpause-services</c>.</summary>
    public static string Services { get; } = Path.Combine(Path.GetDirectoryName(Unpause)!, "unpause-services");

    /// <summary>What <c>unpause</c> prints as JSON.</summary>
    public static JsonElement Document(params string[] arguments)
    {
        var (output, error, code) = Run(Unpause, null, arguments);
        Assert.True(output.Length > 0, $"exit {code}: {error}");
        using var document = JsonDocument.Parse(output);
        return document.RootElement.Clone();
    }

    /// <summary>Runs a program to its end.</summary>
    public static (string Output, string Error, int ExitCode) Run(string program, byte[]? input, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
            WorkingDirectory = Path.GetTempPath(),
        };
        using var process = Process.Start(start)!;
        var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        if (input is not null) process.StandardInput.BaseStream.Write(input);
        process.StandardInput.Close();
        Assert.True(process.WaitForExit(60_000), $"{program} did not end");
        return (output.Result, error.Result, process.ExitCode);
    }
}
