using System.Diagnostics;
using System.Globalization;
using System.IO.Compression;
using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>JVM logs for tests, and what awk, which knows nothing of our readers, counts in them.</summary>
internal static class JvmLogs
{
    /// <summary>Every unified log in the repository: samples of all collectors, and fixtures with other decorators.</summary>
    public static IEnumerable<string> Unified => Directory
        .EnumerateFiles(RepositoryFolder.File("samples", "jvm"))
        .Where(path => path.EndsWith(".log", StringComparison.Ordinal) || path.EndsWith(".log.gz", StringComparison.Ordinal))
            .Concat(Directory.EnumerateFiles(Fixture(""), "decorators-*.log"))
            .Order(StringComparer.Ordinal);

    /// <summary>Each as the argument of a theory.</summary>
    public static TheoryData<string> UnifiedNames => [.. Unified.Select(path => Path.GetRelativePath(RepositoryFolder.Root, path))];

    public static string Fixture(params string[] parts) => RepositoryFolder.File(["tests", "Unpause.Tests", "fixtures", "jvm", .. parts]);

    public static string Sample(string name) => RepositoryFolder.File("samples", "jvm", name);

    /// <summary>The unpacked bytes of a log.</summary>
    public static byte[] Bytes(string path)
    {
        var bytes = File.ReadAllBytes(Path.Combine(RepositoryFolder.Root, path));
        if (!path.EndsWith(".gz", StringComparison.Ordinal)) return bytes;
        using var unpacked = new MemoryStream();
        using var gzip = new GZipStream(new MemoryStream(bytes), CompressionMode.Decompress);
        gzip.CopyTo(unpacked);
        return unpacked.ToArray();
    }

    /// <summary>The only recording in a log.</summary>
    public static Recording Read(string path)
    {
        var loaded = RuntimeTable.Default.Load([RecordingInput.File(Path.Combine(RepositoryFolder.Root, path))]);
        Assert.Empty(loaded.Unread);
        return Assert.Single(loaded.Recordings);
    }

    public static LoadedRecordings Load(byte[] bytes, string name = "a.log") =>
        RuntimeTable.Default.Load([new RecordingInput(name, () => new MemoryStream(bytes))]);

    public static LoadedRecordings Load(string text) => Load(Encoding.UTF8.GetBytes(text));

    /// <summary>Numbers that an awk program prints, on one line, for a log.</summary>
    public static double[] Awk(byte[] log, string program)
    {
        using var awk = Process.Start(new ProcessStartInfo("awk", ["--", program])
        {
            RedirectStandardInput = true,
            UseShellExecute = false,
            RedirectStandardOutput = true
        })!;
        var output = awk.StandardOutput.ReadToEndAsync();
        awk.StandardInput.BaseStream.Write(log);
        awk.StandardInput.Close();
        awk.WaitForExit();
        return [.. output.Result
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(number => double.Parse(number, CultureInfo.InvariantCulture))];
    }

    /// <summary>A recording's whole content as text: equal texts mean equal recordings.</summary>
    public static string Describe(LoadedRecordings loaded)
    {
        var text = new StringBuilder();
        foreach (var recording in loaded.Recordings)
        {
            text.AppendLine(
                CultureInfo.InvariantCulture,
                $"{recording.Source.Format} {recording.Source.Collector} {recording.Source.RuntimeVersion} {recording.DurationNanoseconds} "
                + $"{recording.Clock.StartedAt:O} {recording.HeapMaximumBytes} {recording.Coverage.LinesUnparsed}");
            foreach (var collection in recording.Collections)
            {
                text.AppendLine(
                    CultureInfo.InvariantCulture,
                    $"{collection.Number} {collection.Generation} {collection.Kind} {collection.Cause} {collection.RuntimeCause} "
                    + $"{collection.StartNanoseconds} {collection.EndNanoseconds} {collection.HeapBeforeBytes} {collection.HeapAfterBytes} "
                    + $"{collection.HeapCapacityBytes} {collection.PromotedBytes} {collection.SurvivorBytes} {collection.AllocatedBytes} "
                    + $"{collection.LiveBytes} {collection.CpuNanoseconds} {string.Join(',', collection.Marks ?? [])}");
            }

            foreach (var pause in recording.Pauses) text.AppendLine(pause.ToString());
            foreach (var phase in recording.Phases) text.AppendLine(phase.ToString());
            foreach (var counter in recording.Counters) text.AppendLine(counter.ToString());
            foreach (var stall in recording.Stalls) text.AppendLine(stall.ToString());
            if (recording.Stops is null) continue;
            foreach (var stop in recording.Stops) text.AppendLine(stop.ToString());
        }

        return text.ToString();
    }
}
