using System.Diagnostics;
using System.Globalization;
using System.IO.Compression;
using System.Text.Json;
using System.Xml;

namespace Unpause.Tests.Readers.Jvm.Jfr;

/// <summary>The output of the JDK's own tool, <c>jfr print</c>, for a recording.</summary>
internal sealed class JfrTruth : IDisposable
{
    private static readonly string[] Events =
    [
        "jdk.GarbageCollection", "jdk.GCPhasePause", "jdk.GCPhasePauseLevel1", "jdk.GCPhaseConcurrent", "jdk.GCHeapSummary",
        "jdk.G1HeapSummary", "jdk.PSHeapSummary", "jdk.G1GarbageCollection", "jdk.EvacuationInformation",
        "jdk.ObjectAllocationSample", "jdk.ZAllocationStall", "jdk.SafepointBegin", "jdk.SafepointEnd",
        "jdk.SafepointStateSynchronization", "jdk.ExecuteVMOperation",
        "jdk.JVMInformation", "jdk.GCHeapConfiguration", "jdk.SystemGC", "jdk.GCCPUTime",
    ];

    private readonly JsonDocument _document;

    private JfrTruth(JsonDocument document) => _document = document;

    /// <summary>Names of the finished samples.</summary>
    public static TheoryData<string> Samples =>
    [
        "g1-jdk17", "g1-jdk25", "parallel-jdk17", "parallel-jdk25", "zgc-jdk17", "zgc-jdk25", "timed-g1-jdk17", "timed-g1-jdk25",
    ];

    /// <summary>A sample's unpacked bytes.</summary>
    public static byte[] Bytes(string name)
    {
        using var packed = new GZipStream(
            File.OpenRead(RepositoryFolder.File("samples", "jvm", name + ".jfr.gz")), CompressionMode.Decompress);
        using var bytes = new MemoryStream();
        packed.CopyTo(bytes);
        return bytes.ToArray();
    }

    /// <summary>Runs the tool on a sample.</summary>
    public static JfrTruth Of(string name) =>
        new(JsonDocument.Parse(Print(name, ["--json", "--stack-depth", "64", "--events", string.Join(',', Events)])));

    /// <summary>What the tool prints.</summary>
    public static string Print(string name, string[] options)
    {
        var file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".jfr");
        File.WriteAllBytes(file, Bytes(name));
        try
        {
            var start = new ProcessStartInfo("jfr", ["print", .. options, file]) { RedirectStandardOutput = true, UseShellExecute = false };
            start.Environment["TZ"] = "UTC";
            using var process = Process.Start(start)!;
            var output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            Assert.Equal(0, process.ExitCode);
            return output;
        }
        finally
        {
            File.Delete(file);
        }
    }

    /// <summary>The values of all events of a type.</summary>
    public List<JsonElement> All(string type) =>
        [.. _document.RootElement.GetProperty("recording").GetProperty("events").EnumerateArray()
            .Where(e => e.GetProperty("type").GetString() == type)
            .Select(e => e.GetProperty("values"))];

    /// <summary>A moment in nanoseconds since 1970.</summary>
    public static long Time(JsonElement values, string name = "startTime")
    {
        var text = values.GetProperty(name).GetString()!;
        var whole = DateTimeOffset.Parse(text[..19] + "Z", CultureInfo.InvariantCulture);
        var fraction = text[19..].TrimStart('.').TrimEnd('Z');
        return (whole.ToUnixTimeSeconds() * 1_000_000_000)
            + (fraction.Length == 0 ? 0 : long.Parse(fraction.PadRight(9, '0'), CultureInfo.InvariantCulture));
    }

    /// <summary>A length of time in nanoseconds.</summary>
    public static long Length(JsonElement values, string name = "duration")
    {
        // XmlConvert cuts what is below 100 ns.
        var text = values.GetProperty(name).GetString()!;
        Assert.StartsWith("PT", text, StringComparison.Ordinal);
        var seconds = text[2..].TrimEnd('S');
        return seconds.All(character => char.IsAsciiDigit(character) || character == '.')
            ? (long)(decimal.Parse(seconds, CultureInfo.InvariantCulture) * 1_000_000_000)
            : XmlConvert.ToTimeSpan(text).Ticks * 100;
    }

    public void Dispose() => _document.Dispose();
}
