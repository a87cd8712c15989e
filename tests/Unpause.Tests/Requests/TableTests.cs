using Unpause.Recordings;
using Unpause.Requests;

namespace Unpause.Tests.Requests;

/// <summary>CSV and the outputs of load tests.</summary>
public sealed class TableTests
{
    private const long At = 1_673_771_025_000_000_000;
    private const long Millisecond = 1_000_000;

    [Theory]
    [InlineData("start_ms,duration_us\n1673771025000,250000")]
    [InlineData("startTimeMs\tlatencyMs\n1673771025000\t250")]
    [InlineData("start;duration (s);name\n2023-01-15T09:23:45+01:00;0.25;a")]
    [InlineData("start,duration\n1673771025.000000000,250ms")]
    [InlineData("1673771025,250 ms,GET /a")]
    [InlineData("\uFEFF\"start\",\"duration\"\n\"2023-01-15 08:23:45Z\",\"250ms\"")]
    [InlineData("begin_ns|end_ns\n1673771025000000000|1673771025250000000")]
    [InlineData("timeStamp,elapsed,label,responseCode\n1673771025000,250,home,200")]
    [InlineData("start_time,request_type,name,response_time,response_length\n1673771025.0,GET,/a,250,5")]
    [InlineData("timestamp,request_type,name,response_time,response_length\n1673771025.25,GET,/a,250,5")]
    public void Table_Units_ComeFromHeaderMagnitudeOrValue(string text)
    {
        var request = Assert.Single(Given.Set(text).Requests);
        Assert.Equal(At, request.StartUnixNanoseconds);
        Assert.Equal(250 * Millisecond, request.DurationNanoseconds);
    }

    [Fact]
    public void Table_AssumedTimeZone_GivesANote()
    {
        var set = Given.Set("start,duration_ms\n2023-01-15 08:23:45,250");
        Assert.Equal(At, Assert.Single(set.Requests).StartUnixNanoseconds);
        Assert.Single(set.Coverage.Notes);
        set = Given.Set("start,duration\n2023-01-15T08:23:45Z,250", new RequestOptions { DurationUnit = TimeUnit.Microseconds });
        Assert.Equal(250_000, Assert.Single(set.Requests).DurationNanoseconds);
        Assert.Empty(set.Coverage.Notes);
    }

    [Theory]
    [InlineData("start_s,duration_s\n5,-1")]
    [InlineData("start_s,duration_s\n5,NaN")]
    [InlineData("start_s,duration_s\n5,1e300")]
    [InlineData("start_s,duration_s\n99999999999,1")]
    [InlineData("start_s,duration_s\n9223372036,9223372036")]
    public void Table_ImpossibleNumbers_AreNotRequests(string text) => Assert.Empty(Given.Load(text + "\n").Sets);

    [Fact]
    public void Table_EndlessDifferentNames_AreBounded()
    {
        var set = Given.Set(
            "start_ns,duration_ns,name\n" + string.Join('\n', Enumerable.Range(0, Limits.Names + 500).Select(i => $"{i},1,name{i}")));
        Assert.Equal(Limits.Names + 500, set.Requests.Count);
        Assert.Equal(Limits.Names + 1, set.Names.Count);
        Assert.Equal("other", set.Names[set.Requests[^1].Name]);
    }

    [Theory]
    [InlineData("Type,Name,Request Count,Failure Count,Median Response Time\nGET,/,5,0,12")]
    [InlineData("Timestamp,User Count,Type,Name,Requests/s\n1,2,GET,/,5")]
    public void Table_LocustStatistics_AreRefusedWithWhatToGive(string text) =>
        Assert.Contains("aggregates", Assert.Single(Given.Load(text).Unread).Reason, StringComparison.Ordinal);

    [Fact]
    public void Table_K6_TimestampIsTheEnd()
    {
        var csv = Given.Set(
            "metric_name,timestamp,metric_value,check,name,url\nhttp_reqs,1673771025,1.000000,,http://x/a,http://x/a\n"
            + "http_req_duration,1673771025,250.000000,,http://x/a,http://x/a\n");
        var json = Given.Set("""
            {"metric":"http_req_duration","type":"Metric","data":{"type":"trend","name":"http_req_duration"}}
            {"metric":"http_reqs","type":"Point","data":{"time":"2023-01-15T08:23:45Z","value":1,"tags":{"name":"http://x/a"}}}
            {"type":"Point","data":{"time":"2023-01-15T09:23:45.000000000+01:00","value":250.0,"tags":{"name":"http://x/a","status":"200"}},"metric":"http_req_duration"}
            """);
        foreach (var set in new[] { csv, json })
        {
            Assert.Equal("k6", set.Format);
            var request = Assert.Single(set.Requests);
            Assert.Equal(At, request.EndUnixNanoseconds);
            Assert.Equal(250 * Millisecond, request.DurationNanoseconds);
            Assert.Equal("http://x/a", set.Names[request.Name]);
            Assert.Equal(0, set.Coverage.LinesUnparsed);
        }

        Assert.Equal(1_000 * Millisecond, csv.ResolutionNanoseconds);
    }

    [Fact]
    public void Table_UnknownTextAndUnreadableFiles_AreReported()
    {
        var reason = Assert.Single(Given.Load("hello\nworld").Unread).Reason;
        Assert.StartsWith("no requests in 11 bytes of text", reason, StringComparison.Ordinal);
        Assert.Contains("--log-format", reason, StringComparison.Ordinal);
        Assert.Equal("empty", Assert.Single(Given.Load("").Unread).Reason);
        var missing = new RequestLoader(RequestOptions.Default).Load([Unpause.Recordings.Readers.RecordingInput.File("/nonexistent/x")]);
        Assert.Equal(Unpause.Recordings.Readers.InputFault.CannotOpen, Assert.Single(missing.Unread).Fault);
    }

    [Fact]
    public void Table_RandomBytes_DoNotThrow()
    {
        var random = new Random(1);
        var bytes = new byte[5000];
        for (var round = 0; round < 200; round++)
        {
            random.NextBytes(bytes);
            if (round % 2 == 0) "{\"resourceSpans\":[{"u8.CopyTo(bytes);
            if (round % 3 == 0) bytes[0] = 0x0a;
            Assert.All(Given.Load(bytes).Sets, set => Assert.True(set.Requests.Count < 5000));
        }
    }
}
