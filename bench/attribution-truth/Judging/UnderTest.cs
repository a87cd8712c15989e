using System.Diagnostics;
using System.Globalization;

namespace Unpause.Bench.AttributionTruth;

/// <summary>The unpause under test, run as a process: files in, JSON and an exit code out.</summary>
public sealed class UnderTest
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    private readonly string dll;

    /// <param name="path">A checkout of unpause, whose newest build is taken, or an unpause .dll.</param>
    /// <param name="copy">A folder to copy it to, so that a build in the meantime changes nothing; null to run it where it is.</param>
    public UnderTest(string path, string? copy = null)
    {
        var root = Path.GetFullPath(path);
        string[] places =
        [
            root,
            Path.Combine(root, "artifacts", "bin", "Unpause.Cli.dll"),
            Path.Combine(root, "src", "Unpause.Cli", "bin", "Release", "net10.0", "Unpause.Cli.dll"),
            Path.Combine(root, "src", "Unpause.Cli", "bin", "Debug", "net10.0", "Unpause.Cli.dll"),
        ];
        // The library's timestamp shows the age of a build better than the command line's, which changes rarely.
        Library = places.Where(File.Exists).MaxBy(
            place => File.GetLastWriteTimeUtc(Path.Join(Path.GetDirectoryName(place), "Unpause.Reports.dll")))
            ?? throw new FileNotFoundException($"No built unpause in {root}: build src/Unpause.Cli there, or run {root}/unpause once.");
        dll = copy is null ? Library : Copy(Path.GetDirectoryName(Library)!, copy);
    }

    /// <summary>The file that is run.</summary>
    public string Library { get; }

    /// <summary>The arguments for a scene whose files are in a folder.</summary>
    public static string[] Arguments(string folder, Scene scene) =>
    [
        "report", Path.Combine(folder, "gc.log"), "--requests", Path.Combine(folder, RequestsName(scene)),
        "--slow", string.Create(CultureInfo.InvariantCulture, $"{scene.Slow * 1e6:F0}us"), "--format", "json",
    ];

    /// <summary>Writes the files of a scene.</summary>
    public static void Write(string folder, Scene scene)
    {
        Directory.CreateDirectory(folder);
        JvmLog.Write(Path.Combine(folder, "gc.log"), scene);
        RequestFiles.Write(Path.Combine(folder, RequestsName(scene)), scene);
    }

    /// <summary>Runs unpause on the files in a folder.</summary>
    public Answer Ask(string folder, Scene scene)
    {
        var start = new ProcessStartInfo("dotnet") { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
        start.ArgumentList.Add(dll);
        foreach (var argument in Arguments(folder, scene)) start.ArgumentList.Add(argument);
        using var process = Process.Start(start) ?? throw new InvalidOperationException("dotnet did not start.");
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEndAsync();
        if (!process.WaitForExit(Patience))
        {
            process.Kill();
            throw new TimeoutException($"No answer after {Patience.TotalSeconds} s about {folder}.");
        }

        return Answer.Read(process.ExitCode, output.GetAwaiter().GetResult(), errors.GetAwaiter().GetResult());
    }

    private static string Copy(string from, string to)
    {
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            var target = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }

        return Path.Combine(to, "Unpause.Cli.dll");
    }

    private static string RequestsName(Scene scene) => scene.Format switch
    {
        "otlp" => "requests.jsonl",
        "nginx" or "pino" => "requests.log",
        _ => "requests.csv",
    };
}
