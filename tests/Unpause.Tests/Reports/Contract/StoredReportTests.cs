using System.IO.Compression;
using System.Text;
using System.Text.Json.Nodes;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports;
using Unpause.Reports.Documents;
using Unpause.Reports.Html;

namespace Unpause.Tests.Reports.Contract;

/// <summary>A report that was written can be read again, and says the same.</summary>
public class StoredReportTests
{
    /// <summary>Width of the texts that are kept beside older reports.</summary>
    private const int KeptWidth = 120;

    public static TheoryData<string> OlderNames => OlderReports.Names;

    [Theory]
    [MemberData(nameof(OlderNames))]
    public void StoredReport_OlderVersion_IsShownAsBefore(string name)
    {
        var (document, timeline) = OlderReports.Read(name);
        Assert.Equal(File.ReadAllText(OlderReports.File(name + ".txt")), Terminal(document));
        // What was the whole Markdown is now folded below the answer: heading, empty line and verdict stand above it.
        var markdown = File.ReadAllText(OlderReports.File(name + ".md")).Split('\n', 4);
        var written = Encoding.UTF8.GetString(Written(new MarkdownReportWriter(), document, timeline));
        Assert.Contains($"\n{markdown[2]}\n", written, StringComparison.Ordinal);
        Assert.EndsWith($"</summary>\n{markdown[3]}\n</details>\n", written, StringComparison.Ordinal);
        var stored = JsonNode.Parse(Unpacked(OlderReports.File(name + ".json.gz")))!;
        var again = JsonNode.Parse(Written(new JsonReportWriter(events: true), document, timeline))!;
        Assert.Equal("", FirstLost(stored, again, "$"));
    }

    [Theory]
    [MemberData(nameof(ContractTests.Samples), MemberType = typeof(ContractTests))]
    public void StoredReport_Sample_IsTheSameAfterStoring(string sample)
    {
        var report = Report.Create(RuntimeTable.Default.Load([RecordingInput.File(RepositoryFolder.File("samples", sample))]).Recordings);
        AssertSameAfterStoring(report);
    }

    [Fact]
    public void StoredReport_Requests_AreTheSameAfterStoring() =>
        AssertSameAfterStoring(JudgedRequests.Of([JudgedRequests.EverySecond()], 50, JudgedRequests.Touched(Enumerable.Range(0, 20))));

    /// <summary>Without --events there is no timeline; the page is that of the document alone.</summary>
    [Fact]
    public void StoredReport_WithoutTimeline_HasNoEvents()
    {
        var report = Report.Create([Recorded.With(1000, (100, 30), (500, 20))]);
        var (document, timeline) = Stored(Written(new JsonReportWriter(), report.ToDocument(), report.ToTimeline()));
        var without = Written(new HtmlReportWriter(), report.ToDocument(), Report.Create([]).ToTimeline());
        Assert.Equal(without, Written(new HtmlReportWriter(), document, timeline));
        Assert.True(timeline.IsEmpty);
    }

    [Fact]
    public void StoredReport_FieldsOfANewerVersion_AreSkipped()
    {
        var json = JsonNode.Parse(new JsonReportWriter(events: true).Text(Report.Create([Recorded.With(1000, (100, 30))])))!;
        json["novelty"] = new JsonArray(null, 1, new JsonObject { ["deep"] = new JsonArray(new JsonArray()) });
        json["processes"]![0]!["pauses"]!["p42_ms"] = 4.2;
        json["processes"]![0]!["source"]!["clock"]!["kind"] = "atomic";
        var (document, _) = Stored(Encoding.UTF8.GetBytes(json.ToJsonString()));
        Assert.Equal(1, document.Processes[0].Pauses.Count);
    }

    [Theory]
    [InlineData("{\"schema\":\"unpause.report/2\"", "unpause.report/2, written by unpause")]
    [InlineData("\"count\": 1,", "$.processes[0].pauses.count", "\"count\": \"many\",")]
    [InlineData("\"total_ms\": 30,", "$.processes[0].pauses.total_ms", "\"total_ms\": 1e40,")]
    [InlineData("\"max_ms\": 30,", "missing 'max_ms'", "")]
    [InlineData("\"throughput_percent\": 97,", "no finite number", "\"throughput_percent\": 1e999,")]
    [InlineData("\"verdict\": ", "$.verdict", "\"verdict\": null, \"verdict_\": ")]
    [InlineData("\"findings\": []", "$.findings[0]: null", "\"findings\": [null]")]
    [InlineData("\"settings\": {}", "$.processes[0].source.settings: null", "\"settings\": {\"a\": null}")]
    public void StoredReport_Damage_IsReportedWithItsPlace(string part, string place, string? instead = null)
    {
        var json = new JsonReportWriter().Text(Report.Create([Recorded.With(1000, (100, 30))]));
        instead ??= part;
        if (part.Contains("report/2", StringComparison.Ordinal))
        {
            json = json.Replace("unpause.report/1", "unpause.report/2", StringComparison.Ordinal);
        }
        else
        {
            Assert.Contains(part, json, StringComparison.Ordinal);
        }

        json = part == instead ? json : ReplaceFirst(json, part, instead);
        Assert.Null(StoredReports.Read(new MemoryStream(Encoding.UTF8.GetBytes(json)), out var fault));
        Assert.Contains(place, fault, StringComparison.Ordinal);
    }

    [Fact]
    public void StoredReport_IndexOfNoProcess_IsAFault()
    {
        var json = JsonNode.Parse(Unpacked(OlderReports.File("jvm_retaining-g1-jdk17.log.gz.json.gz")))!;
        json["findings"]![0]!["process"] = 7;
        Assert.Null(StoredReports.Read(new MemoryStream(Encoding.UTF8.GetBytes(json.ToJsonString())), out var fault));
        Assert.Contains("$.findings[0].process", fault, StringComparison.Ordinal);
    }

    /// <summary>
    /// Cut anywhere, or with any byte changed, it is read or a fault is told: nothing is thrown, and what is read can be written.
    /// </summary>
    [Fact]
    public void StoredReport_DamagedAnywhere_IsAFaultOrCanBeWritten()
    {
        var json = Encoding.UTF8.GetBytes(new JsonReportWriter(events: true, indented: false)
            .Text(JudgedRequests.Of([JudgedRequests.EverySecond()], 50, JudgedRequests.Touched(Enumerable.Range(0, 3)))));
        var random = new Random(10);
        var read = 0;
        for (var round = 0; round < 600; round++)
        {
            var damaged = json.ToArray();
            if (round % 3 == 0) damaged = damaged[..random.Next(damaged.Length)];
            else
            {
                for (var i = 0; i <= round % 4; i++)
                {
                    damaged[random.Next(damaged.Length)] =
                        (byte)(round % 2 == 0 ? random.Next(256) : "0123456789-\"{}[]:,nulltruef"[random.Next(27)]);
                }
            }

            var result = StoredReports.Read(new MemoryStream(damaged), out var fault);
            Assert.Equal(result is null, fault is not null);
            if (result is not { } report) continue;
            read++;
            Terminal(report.Document, verbose: true);
            foreach (var writer in (IReportWriter[])[
                new MarkdownReportWriter(), new JsonReportWriter(events: true), new HtmlReportWriter(), new FoldedReportWriter(),
                new SpeedscopeReportWriter()
            ])
            {
                Written(writer, report.Document, report.Timeline);
            }
        }

        Assert.InRange(read, 10, 400);
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("{\"schema\":\"unpause.report/1\"}")]
    [InlineData("{\"schema\":\"unpause.report/1\",\"processes\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[")]
    public void StoredReport_NoReport_IsAFault(string json)
    {
        Assert.Null(StoredReports.Read(new MemoryStream(Encoding.UTF8.GetBytes(json)), out var fault));
        Assert.NotNull(fault);
    }

    [Theory]
    [InlineData("{\"schema\":\"unpause.report/1\"", true)]
    [InlineData("\uFEFF \r\n{\n  \"schema\": \"unpause.report/9\"", true)]
    [InlineData("{\"resourceSpans\":[]}", false)]
    [InlineData("[0.003s][info][gc] \"unpause.report/1\"", false)]
    [InlineData("", false)]
    public void StoredReports_Content_IsRecognised(string start, bool expected) =>
        Assert.Equal(expected, StoredReports.Recognises(Encoding.UTF8.GetBytes(start)));

    private static void AssertSameAfterStoring(Report report)
    {
        var (document, timeline) = (report.ToDocument(), report.ToTimeline());
        var json = Written(new JsonReportWriter(events: true), document, timeline);
        var (storedDocument, storedTimeline) = Stored(json);
        Assert.Equal(Terminal(document, verbose: true), Terminal(storedDocument, verbose: true));
        foreach (var writer in (IReportWriter[])
            [
                new HtmlReportWriter(), new JsonReportWriter(), new JsonReportWriter(events: true), new MarkdownReportWriter(),
                new FoldedReportWriter(), new SpeedscopeReportWriter()
            ])
        {
            Assert.Equal(Written(writer, document, timeline), Written(writer, storedDocument, storedTimeline));
        }
    }

    private static FinishedReport Stored(byte[] json)
    {
        var read = StoredReports.Read(new MemoryStream(json), out var fault);
        Assert.Null(fault);
        return read!;
    }

    private static byte[] Written(IReportWriter writer, ReportDocument document, Timeline timeline)
    {
        using var output = new MemoryStream();
        writer.Write(document, timeline, output);
        return output.ToArray();
    }

    private static string Terminal(ReportDocument document, bool verbose = false)
    {
        return PlainConsole.Text(KeptWidth, console => new TerminalReportWriter(verbose).Write(document, console));
    }

    private static byte[] Unpacked(string path)
    {
        using var gzip = new GZipStream(File.OpenRead(path), CompressionMode.Decompress);
        using var unpacked = new MemoryStream();
        gzip.CopyTo(unpacked);
        return unpacked.ToArray();
    }

    private static string ReplaceFirst(string text, string part, string instead) =>
        text.IndexOf(part, StringComparison.Ordinal) is var at and >= 0 ? text[..at] + instead + text[(at + part.Length)..] : text;

    /// <summary>
    /// The place of the first member of an older report that the new one lacks or tells otherwise; empty when there is none.
    /// </summary>
    private static string FirstLost(JsonNode? older, JsonNode? newer, string path)
    {
        switch (older)
        {
            case JsonObject members:
                foreach (var (name, value) in members)
                {
                    if (newer is not JsonObject others || !others.ContainsKey(name)) return $"{path}.{name} is missing";
                    if (FirstLost(value, others[name], $"{path}.{name}") is { Length: > 0 } lost) return lost;
                }

                return "";
            case JsonArray items:
                if (newer is not JsonArray theirs || theirs.Count != items.Count) return $"{path} has another length";
                for (var i = 0; i < items.Count; i++)
                {
                    if (FirstLost(items[i], theirs[i], $"{path}[{i}]") is { Length: > 0 } lost) return lost;
                }

                return "";
            default:
                return older?.ToJsonString() == newer?.ToJsonString()
                    ? ""
                    : $"{path}: {older?.ToJsonString()} became {newer?.ToJsonString()}";
        }
    }
}
