using System.Diagnostics;

namespace Unpause.Recorder.Tests;

/// <summary>Small Go and .NET programs, built once for all tests.</summary>
public sealed class BuiltPrograms : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-test-programs-").FullName;

    public BuiltPrograms()
    {
        Go = Path.Combine(_folder, "allocate-go");
        Run("go", "build", "-o", Go, Recorder.ProgramFile("allocate.go"));
        var project = Path.Combine(_folder, "dotnet");
        Directory.CreateDirectory(project);
        File.Copy(Recorder.ProgramFile("dotnet/allocate.csproj.txt"), Path.Combine(project, "allocate.csproj"));
        File.Copy(Recorder.ProgramFile("dotnet/Allocate.cs.txt"), Path.Combine(project, "Allocate.cs"));
        // No process of the build may outlive it: it could still write here while the folder is deleted.
        string[] options = ["-v", "quiet", "-nodeReuse:false", "-p:UseSharedCompilation=false", "-o", Path.Combine(_folder, "bin")];
        Run(Recorder.Dotnet, ["build", project, .. options]);
        DotNet = Path.Combine(_folder, "bin", "allocate.dll");
    }

    /// <summary>Every installed java launcher of version 9 or later, at the paths of Debian and Adoptium.</summary>
    public static TheoryData<string> Javas { get; } =
        [.. Directory.EnumerateFiles("/usr/lib/jvm", "java", new EnumerationOptions { RecurseSubdirectories = true, MaxRecursionDepth = 2 })
            .Where(file => file.EndsWith("/bin/java", StringComparison.Ordinal) && !file.Contains("/java-1.", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)];

    /// <summary>The Go program's file.</summary>
    public string Go { get; }

    /// <summary>The .NET program's dll.</summary>
    public string DotNet { get; }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static void Run(string command, params string[] arguments)
    {
        var start = new ProcessStartInfo(command, arguments)
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true
        };
        start.Environment["GOFLAGS"] = "-mod=mod";
        start.Environment["GO111MODULE"] = "off";
        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd() + errors.Result;
        process.WaitForExit();
        if (process.ExitCode != 0) throw new InvalidOperationException($"{command} {string.Join(' ', arguments)}: {output}");
    }
}
