using System.Diagnostics;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>The Go program <c>collect</c>, built in the usual ways of shipping programs.</summary>
public sealed class GoProgramFixture : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-test-probes-").FullName;

    public GoProgramFixture()
    {
        Plain = Build("plain");
        Stripped = Build("stripped", "-ldflags", "-s -w");
        Independent = Build("independent", "-buildmode=pie");
        Kinds = Build("kinds", "kinds.go", "go", null, "-ldflags", "-s -w");
        Arm64 = Build("arm64", "collect.go", "go", "arm64");
    }

    /// <summary>With its symbols.</summary>
    public string Plain { get; }

    /// <summary>Without a symbol table.</summary>
    public string Stripped { get; }

    /// <summary>Position independent.</summary>
    public string Independent { get; }

    /// <summary>The program <c>kinds</c>, without a symbol table.</summary>
    public string Kinds { get; }

    /// <summary>For another architecture.</summary>
    public string Arm64 { get; }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>The file of one of the builds.</summary>
    public string File(string way) => Path.Combine(_folder, way);

    /// <summary>The output of a command.</summary>
    public static string OutputOf(string command, params string[] arguments) =>
        OutputOf(new ProcessStartInfo(command, arguments) { UseShellExecute = false, RedirectStandardOutput = true });

    /// <summary>Builds a program with a given Go.</summary>
    public string Build(string name, string source, string go, string? processor, params string[] options)
    {
        var start = new ProcessStartInfo(go, ["build", "-o", File(name), .. options, Recorder.ProgramFile(source)])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
        };
        if (processor is not null) start.Environment["GOARCH"] = processor;
        start.Environment["GOTOOLCHAIN"] = "local";
        OutputOf(start);
        return File(name);
    }

    private static string OutputOf(ProcessStartInfo start)
    {
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
        return output;
    }

    private string Build(string name, params string[] options) => Build(name, "collect.go", "go", null, options);
}
