using System.Diagnostics;
using System.Globalization;
using Unpause.Recordings;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>A run of AllocatingProgram, recorded from its first instant, with what the runtime itself counted.</summary>
/// <param name="Recording">What the reader made of the recording.</param>
/// <param name="File">The recording's bytes.</param>
/// <param name="CollectionCounts">GC.CollectionCount(0), (1), (2) at the end.</param>
/// <param name="PauseNanoseconds">GC.GetTotalPauseDuration at the end.</param>
/// <param name="AllocatedBytes">GC.GetTotalAllocatedBytes at the end.</param>
/// <param name="Server">GCSettings.IsServerGC.</param>
internal sealed record RecordedProgram(
    Recording Recording, byte[] File, (int Gen0, int Gen1, int Gen2) CollectionCounts, long PauseNanoseconds, long AllocatedBytes,
    bool Server)
{
    private const string Providers = "Microsoft-Windows-DotNETRuntime:0x1:4,Microsoft-Windows-DotNETRuntimePrivate:0x1:4";

    /// <summary>The program.</summary>
    public static string Program { get; } = RepositoryFolder.File(
        "tests", "programs", "AllocatingProgram", "bin", new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name, "net10.0",
        "AllocatingProgram.dll");

    /// <summary>Runs the program with a mode and settings given as environment variables.</summary>
    public static RecordedProgram Run(string arguments, params string[] environment)
    {
        var path = Path.Combine(Path.GetTempPath(), $"unpause-{Guid.NewGuid():N}.nettrace");
        var start = new ProcessStartInfo("dotnet", $"{Program} {arguments}") { RedirectStandardOutput = true, UseShellExecute = false };
        start.Environment["DOTNET_EnableEventPipe"] = "1";
        start.Environment["DOTNET_EventPipeOutputPath"] = path;
        start.Environment["DOTNET_EventPipeOutputStreaming"] = "1";
        start.Environment["DOTNET_EventPipeConfig"] = Providers;
        foreach (var setting in environment) start.Environment[setting.Split('=')[0]] = setting.Split('=')[1];
        try
        {
            using var process = Process.Start(start)!;
            var output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            Assert.Equal(0, process.ExitCode);
            return Of(output, path);
        }
        finally
        {
            System.IO.File.Delete(path);
        }
    }

    private static RecordedProgram Of(string output, string path)
    {
        var truth = output.Trim().Split(
            ' ').Select(pair => pair.Split('=')).ToDictionary(pair => pair[0], pair => pair[1], StringComparer.Ordinal);
        long Number(string name) => long.Parse(truth[name], CultureInfo.InvariantCulture);
        return new RecordedProgram(
            NettraceSample.ReadFile(path),
            System.IO.File.ReadAllBytes(path),
            ((int)Number("gen0"), (int)Number("gen1"), (int)Number("gen2")),
            Number("pause_us") * 1000,
            Number("allocated"),
            bool.Parse(truth["server"]));
    }
}
