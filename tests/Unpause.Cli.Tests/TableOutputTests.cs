using System.Buffers.Binary;
using System.Globalization;
using System.IO.Compression;
using System.Text.Json;
using System.Xml.Linq;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>Formats for other tools: HdrHistogram's log, comma-separated values, JUnit's results.</summary>
public sealed class TableOutputTests : IDisposable
{
    private static readonly string Log = RepositoryFolder.File("samples", "jvm", "retaining-g1-jdk17.log.gz");

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>Read by the format's specification, with a decoder of its own; hdr-histogram-js 3.0.1 read the same.</summary>
    [Fact]
    public void Hdr_Log_HasThePauses()
    {
        var pauses = Pauses();
        Assert.Equal(0, Cli.Unpause("report", Log, "-q", "-o", _folder["a.hdr"]).ExitCode);
        var lines = File.ReadAllLines(_folder["a.hdr"]);
        Assert.Equal("#[Histogram log format version 1.3]", lines[1]);
        Assert.Equal("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"", lines[3]);
        var counts = new SortedDictionary<long, long>();
        foreach (var line in lines[4..])
        {
            var cells = line.Split(',');
            var from = double.Parse(cells[0], CultureInfo.InvariantCulture);
            var until = from + double.Parse(cells[1], CultureInfo.InvariantCulture);
            var inside = pauses.Where(pause => pause.Start >= from * 1000 && pause.Start < until * 1000).ToList();
            var decoded = Decode(cells[3]);
            Assert.Equal(inside.Count, decoded.Values.Sum());
            Assert.Equal(inside.Max(pause => pause.Duration), double.Parse(cells[2], CultureInfo.InvariantCulture), 3);
            foreach (var (value, count) in decoded) counts[value] = counts.GetValueOrDefault(value) + count;
        }

        // Each bucket's value is its lowest; buckets are 0.1 % wide.
        var found = counts.SelectMany(pair => Enumerable.Repeat(pair.Key / 1e6, (int)pair.Value)).ToList();
        var expected = pauses.Select(pause => pause.Duration).Order().ToList();
        Assert.Equal(expected.Count, found.Count);
        for (var i = 0; i < found.Count; i++) Assert.InRange(expected[i] / found[i], 1, 1.001);
    }

    [Fact]
    public void Csv_Collections_AreRows()
    {
        var result = Cli.Unpause("report", Log, "--format", "csv");
        Assert.Equal(0, result.ExitCode);
        var lines = result.Output.Split("\r\n");
        Assert.Equal(("", -1), (lines[^1], result.Output.Replace("\r\n", "").IndexOf('\n')));
        var names = lines[0].Split(',');
        var rows = lines[1..^1].Select(line => line.Split(',')).ToList();
        Assert.All(rows, row => Assert.Equal(names.Length, row.Length));
        var pauses = Pauses();
        var column = Array.IndexOf(names, "pause_ms");
        Assert.Equal(pauses.Sum(pause => pause.Duration), rows.Sum(row => double.Parse(row[column], CultureInfo.InvariantCulture)), 3);
        Assert.Equal(Cli.Unpause("report", Stored("--events"), "--format", "csv").Output, result.Output);
        var refused = Cli.Unpause("report", Stored(), "--format", "csv");
        Assert.Equal((2, ""), (refused.ExitCode, refused.Output));
        Assert.Contains("--events", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Csv_Formula_IsEscaped()
    {
        var log = _folder["=cmd|' ,\"x\".log"];
        File.Copy(RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace"), log);
        var result = Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), "report", Path.GetFileName(log), "--format", "csv");
        var row = result.Output.Split("\r\n")[1];
        Assert.StartsWith("\"'=cmd|' ,\"\"x\"\".log\",", row, StringComparison.Ordinal);
    }

    [Fact]
    public void RequestsCsv_Requests_AreRows()
    {
        string[] judged =
        [
            "report", RepositoryFolder.File("samples", "requests", "service.upgc.gz"), "--requests",
            RepositoryFolder.File("samples", "requests", "spans.jsonl.gz"), "--slow", "100ms",
        ];
        Assert.Equal(0, Cli.Unpause([.. judged, "-q", "-o", _folder["r.requests.csv"], "-o", _folder["r.json"]]).ExitCode);
        var rows = File.ReadAllText(_folder["r.requests.csv"]).Split("\r\n")[1..^1];
        using var json = JsonDocument.Parse(File.ReadAllText(_folder["r.json"]));
        var requests = json.RootElement.GetProperty("requests");
        Assert.Equal(requests.GetProperty("slow").GetInt64(), rows.Count(row => !row.EndsWith(",not_slow", StringComparison.Ordinal)));
        Assert.Equal(
            requests.GetProperty("slow_because_of_gc").GetInt64(),
            rows.Count(row => row.EndsWith(",slow_because_of_gc", StringComparison.Ordinal)));
        Assert.Contains("no requests were judged", Cli.Unpause("report", Log, "--format", "requests-csv").Error, StringComparison.Ordinal);
    }

    [Fact]
    public void JUnit_Budgets_AreTests()
    {
        var result = Cli.Unpause(
            "report", Log, "-q", "-o", _folder["a.junit.xml"],
            "--fail-on", "max_pause>200ms", "--fail-on", "throughput<1%", "--fail-on", "p99_request>1s");
        Assert.Equal(1, result.ExitCode);
        var suite = XDocument.Load(_folder["a.junit.xml"]).Root!.Element("testsuite")!;
        string[] counts = ["tests", "failures", "skipped"];
        Assert.Equal(["3", "1", "1"], counts.Select(name => suite.Attribute(name)!.Value));
        var broken = suite.Elements("testcase").Single(test => test.Element("failure") is not null);
        Assert.Equal("max_pause>200ms", broken.Attribute("name")!.Value);
        Assert.StartsWith("max_pause>200ms: 538 ms", broken.Element("failure")!.Attribute("message")!.Value, StringComparison.Ordinal);
        var refused = Cli.Unpause("report", Log, "-o", _folder["b.junit.xml"]);
        Assert.Contains("add for example --fail-on", refused.Error, StringComparison.Ordinal);
    }

    private string Stored(params string[] options)
    {
        var path = _folder[$"stored{options.Length}.json"];
        Assert.Equal(0, Cli.Unpause(["report", Log, "-q", "-o", path, .. options]).ExitCode);
        return path;
    }

    private List<(double Start, double Duration)> Pauses()
    {
        using var json = JsonDocument.Parse(Cli.Unpause("report", Log, "--format", "json", "--events").Output);
        return [.. json.RootElement.GetProperty("processes")[0].GetProperty("events").EnumerateArray()
            .SelectMany(collection => collection.GetProperty("pauses").EnumerateArray())
            .Select(pause => (pause.GetProperty("start_ms").GetDouble(), pause.GetProperty("duration_ms").GetDouble()))];
    }

    /// <summary>A V2 histogram by HdrHistogram's documentation of the encoding: the least value of each count, and the count.</summary>
    private static Dictionary<long, long> Decode(string text)
    {
        var bytes = Convert.FromBase64String(text);
        Assert.Equal((0x1c849314, bytes.Length - 8), (Integer(bytes, 0), Integer(bytes, 4)));
        using var unpacked = new MemoryStream();
        using (var zlib = new ZLibStream(new MemoryStream(bytes, 8, bytes.Length - 8), CompressionMode.Decompress)) zlib.CopyTo(unpacked);
        var payload = unpacked.ToArray();
        Assert.Equal((0x1c849313, payload.Length - 40), (Integer(payload, 0), Integer(payload, 4)));
        Assert.Equal((0, 3), (Integer(payload, 8), Integer(payload, 12)));
        Assert.Equal(1, BinaryPrimitives.ReadInt64BigEndian(payload.AsSpan(16)));
        Assert.Equal(1.0, BinaryPrimitives.ReadDoubleBigEndian(payload.AsSpan(32)));
        var counts = new Dictionary<long, long>();
        for (int at = 40, index = 0; at < payload.Length;)
        {
            ulong bits = 0;
            for (var shift = 0; ; shift += 7)
            {
                bits |= (ulong)(payload[at] & 0x7f) << shift;
                if (payload[at++] < 0x80) break;
            }

            var count = (long)(bits >> 1) ^ -(long)(bits & 1);
            if (count < 0) index += (int)-count;
            else
            {
                if (count > 0) counts[index < 2048 ? index : (long)(1024 + index % 1024) << (index / 1024 - 1)] = count;
                index++;
            }
        }

        return counts;
    }

    private static int Integer(byte[] bytes, int at) => BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(at));
}
