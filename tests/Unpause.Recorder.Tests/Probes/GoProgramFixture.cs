using System.Diagnostics;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>The Go program <c>collect</c>, built in the ways that programs are shipped.</summary>
public sealed class GoProgramFixture : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-test-probes-").FullName;

    public GoProgramFixture()
    {
        Plain = Build("plain");
        Stripped = Build("stripped", "-ldflags", "-s -w");
        Independent = Build("independent", "-buildmode=pie");
    }

    /// <summary>With its symbols.</summary>
    public string Plain { get; }

    /// <summary>Without a symbol table.</summary>
    public string Stripped { get; }

    /// <summary>Position independent.</summary>
    public string Independent { get; }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>The file of one of the ways.</summary>
    public string File(string way) => Path.Combine(_folder, way);

    /// <summary>What a command prints.</summary>
    public static string OutputOf(string command, params string[] arguments)
    {
        var start = new ProcessStartInfo(command, arguments) { UseShellExecute = false, RedirectStandardOutput = true };
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
        return output;
    }

    private string Build(string name, params string[] options)
    {
        OutputOf("go", ["build", "-o", File(name), .. options, Recorder.ProgramFile("collect.go")]);
        return File(name);
    }
}
