using System.Buffers.Binary;
using System.Globalization;
using System.IO.Compression;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Reports;
using Unpause.Reports.Short;

namespace Unpause.Tests.Reports.Short;

/// <summary>
/// The first screen's numbers of every sample whose raw form a few lines can count: pauses, their sum, percentiles and longest, their
/// share of the time, and the peak heap. The counts here share no code with the readers.
/// </summary>
public sealed partial class FirstScreenNumbersTests
{
    /// <summary>Numbers are printed with three digits.</summary>
    private const double Printed = 0.006;

    private static readonly Dictionary<string, double> Units = new()
    {
        ["ns"] = 1e-6, ["µs"] = 1e-3, ["ms"] = 1, ["s"] = 1e3, ["min"] = 60e3, ["MiB"] = 1, ["GiB"] = 1024, ["KiB"] = 1.0 / 1024,
    };

    public static TheoryData<string> Samples =>
        [.. Directory.EnumerateFiles(RepositoryFolder.File("samples"), "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(RepositoryFolder.File("samples"), path).Replace('\\', '/'))
            .Where(path => Counted().IsMatch(path)).Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Samples))]
    public void FirstScreen_OfSample_AgreesWithItsRawText(string sample)
    {
        var raw = Read(RepositoryFolder.File(["samples", .. sample.Split('/')]));
        var (lengths, length, peak) = sample.Contains(".upgc", StringComparison.Ordinal) ? OfAgent(raw)
            : sample.EndsWith(".gctrace", StringComparison.Ordinal) ? OfGo(Encoding.UTF8.GetString(raw))
            : OfJvm(Encoding.UTF8.GetString(raw));
        var report = Report.Create(Tests.Samples.Load("samples", sample));
        var text = PlainConsole.Text(400, console => new ShortReportWriter().Write(report.ToDocument(), console));
        lengths.Sort();
        var shown = Numbers().Match(text);
        Assert.True(shown.Success, text);
        Assert.Equal(lengths.Count, int.Parse(shown.Groups[1].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture));
        AssertPrinted(lengths.Sum(), shown.Groups[2].Value, "total");
        AssertPrinted(lengths[Rank(lengths.Count, 0.5)], shown.Groups[3].Value, "p50");
        AssertPrinted(lengths[Rank(lengths.Count, 0.9)], shown.Groups[4].Value, "p90");
        AssertPrinted(lengths[^1], shown.Groups[5].Value, "max");
        if (length is { } time && Share().Match(text) is { Success: true } share)
        {
            var percent = double.Parse(share.Groups[1].Value, CultureInfo.InvariantCulture);
            Assert.InRange(percent, (99.4 * lengths.Sum() / time) - 0.06, (100.6 * lengths.Sum() / time) + 0.06);
        }

        if (peak is { } most && Peak().Match(text) is { Success: true } heap) AssertPrinted(most, heap.Groups[1].Value, "peak");
    }

    /// <summary>Milliseconds of each stop where safepoints are logged, else of each pause; the last stamp; MiB before and after.</summary>
    private static (List<double> Lengths, double? Length, double? Peak) OfJvm(string text)
    {
        var stops = Safepoint().Matches(text).Select(match => Number(match, 1) / 1e6).ToList();
        var pauses = Pause().Matches(text).Select(match => Number(match, 1)).ToList();
        var peaks = Heap().Matches(text).Select(match => Math.Max(Number(match, 1), Number(match, 2))).ToList();
        return (stops.Count > 0 ? stops : pauses, Number(Stamp().Matches(text)[^1], 1) * 1e3, peaks.Count > 0 ? peaks.Max() : null);
    }

    /// <summary>Two stops for each gc line; a gctrace has no length of its own.</summary>
    private static (List<double> Lengths, double? Length, double? Peak) OfGo(string text) =>
        ([.. GcLine().Matches(text).SelectMany(match => new[] { Number(match, 1), Number(match, 2) })], null, null);

    /// <summary>Records of agents/python/FORMAT.md: 64 bytes each, at the end of the file, ended ones inside the recording.</summary>
    private static (List<double> Lengths, double? Length, double? Peak) OfAgent(byte[] file)
    {
        var header = file.AsSpan();
        var at = (int)BinaryPrimitives.ReadUInt32LittleEndian(header[12..]);
        var exited = BinaryPrimitives.ReadInt64LittleEndian(header[56..]);
        var lengths = new List<double>();
        var end = at + (64 * (int)BinaryPrimitives.ReadUInt32LittleEndian(header[20..]));
        for (; at + 64 <= Math.Min(end, file.Length); at += 64)
        {
            var record = file.AsSpan(at, 64);
            var start = BinaryPrimitives.ReadInt64LittleEndian(record[8..]);
            if (BinaryPrimitives.ReadInt64LittleEndian(record) == 0 || record[42] != 1 || (exited > 0 && start >= exited)) continue;
            lengths.Add((BinaryPrimitives.ReadInt64LittleEndian(record[48..]) - start) / 1e6);
        }

        return (lengths, null, null);
    }

    private static int Rank(int count, double share) => (int)Math.Ceiling(count * share) - 1;

    private static double Number(Match match, int group) => double.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture);

    private static void AssertPrinted(double expected, string printed, string what)
    {
        var words = printed.Split(' ');
        var value = double.Parse(words[0].TrimStart('<'), CultureInfo.InvariantCulture) * Units[words[1]];
        Assert.True(Math.Abs(value - expected) <= (expected * Printed) + 1e-6, $"{what}: {printed}, counted {expected}");
    }

    private static byte[] Read(string path)
    {
        var bytes = File.ReadAllBytes(path);
        if (!path.EndsWith(".gz", StringComparison.Ordinal)) return bytes;
        using var unpacked = new MemoryStream();
        using var gzip = new GZipStream(new MemoryStream(bytes), CompressionMode.Decompress);
        gzip.CopyTo(unpacked);
        return unpacked.ToArray();
    }

    [GeneratedRegex(@"^(jvm/(?!epsilon|attached)[\w-]+\.log(\.gz)?|go/[\w-]+\.gctrace|python/[\w-]+\.upgc(\.gz)?)$")]
    private static partial Regex Counted();

    [GeneratedRegex(@"\n +pauses +([\d,]+) +total ([\d.]+ \S+) +p50 ([\d.]+ \S+) +p90 ([\d.]+ \S+) +max ([\d.]+ \S+)")]
    private static partial Regex Numbers();

    [GeneratedRegex(@"longest pause, ([\d.]+) % of")]
    private static partial Regex Share();

    [GeneratedRegex(@" peak ([\d.]+ [KMG]iB)")]
    private static partial Regex Peak();

    [GeneratedRegex(@"Safepoint "".*Total: +(\d+) ns")]
    private static partial Regex Safepoint();

    [GeneratedRegex(@"GC\(\d+\) (?:[YyO]: )?Pause .*?([\d.]+)ms\r?$", RegexOptions.Multiline)]
    private static partial Regex Pause();

    [GeneratedRegex(@"GC\(\d+\) Pause .* (\d+)M->(\d+)M\(\d+M\)")]
    private static partial Regex Heap();

    [GeneratedRegex(@"^(?:\[[^\]]*\])*?\[([\d.]+)s\]", RegexOptions.Multiline)]
    private static partial Regex Stamp();

    [GeneratedRegex(@"gc \d+ @[\d.]+s \d+%: ([\d.]+)\+[\d.]+\+([\d.]+) ms clock")]
    private static partial Regex GcLine();
}
