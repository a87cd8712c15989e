using Unpause.Recordings;
using Unpause.Requests;
using Unpause.Requests.Logs;

namespace Unpause.Tests.Requests;

/// <summary>
/// A log that cannot be joined with pauses is answered with the line to log, and that line's output is read without an option. The lines
/// written are the formats with their variables filled in.
/// </summary>
public sealed class LinesToLogTests
{
    private const long At = 1_673_771_025_000_000_000;
    private const long Millisecond = 1_000_000;

    [Theory]
    [InlineData(LinesToLog.Nginx, """10.0.0.1 "GET /a?b HTTP/1.1" 200 end_s=1673771025.250 duration_s=0.250""", TimestampMeaning.End, null)]
    [InlineData(
        LinesToLog.Apache, """10.0.0.1 "GET /a HTTP/1.1" 200 start_us=1673771025000000 duration_us=250000""",
        TimestampMeaning.Start, null)]
    [InlineData(
        LinesToLog.Tomcat, """10.0.0.1 "GET /a HTTP/1.1" 200 start_ms=1673771025000 end_ms=1673771025250""",
        TimestampMeaning.Both, null)]
    [InlineData(
        LinesToLog.Gunicorn, """end_s=1673771025.250000 pid=17 duration_us=250000 "GET /a HTTP/1.1" 200""", TimestampMeaning.End, 17)]
    [InlineData(
        LinesToLog.Morgan, "end=2023-01-15T08:23:45.250Z method=GET url=/a?x=1 status=200 duration_ms=250.000", TimestampMeaning.End, null)]
    [InlineData(
        LinesToLog.Lograge,
        "method=GET path=/a format=html controller=A action=show status=200 duration=250.0 view=1.0 db=0.0 end=2023-01-15T08:23:45.250000Z",
        TimestampMeaning.End,
        null)]
    [InlineData(
        LinesToLog.Lograge,
        """{"method":"GET","path":"/a","format":"html","controller":"A","action":"b","status":200,"duration":250.0,"end":"2023-01-15T08:23:45.250000Z"}""",
        TimestampMeaning.End,
        null)]
    [InlineData(
        LinesToLog.Haproxy,
        """haproxy[14389]: 10.0.1.2:33317 [15/Jan/2023:08:23:45.000] http-in static/srv1 10/0/30/69/250 200 2750 - - ---- 1/1/1/1/0 0/0 "GET /a HTTP/1.1" """,
        TimestampMeaning.Start,
        null)]
    [InlineData(
        LinesToLog.Traefik,
        """{"DownstreamStatus":200,"Duration":250000000,"RequestMethod":"GET","RequestPath":"/a","StartUTC":"2023-01-15T08:23:45.000Z","level":"info","time":"2023-01-15T08:23:45Z"}""",
        TimestampMeaning.Start,
        null)]
    [InlineData(
        "docs: uvicorn's middleware", """start_s=1673771025.000000 end_s=1673771025.250000 pid=17 "GET /a HTTP" """,
        TimestampMeaning.Both, 17)]
    public void LinesToLog_Line_IsRead(string line, string written, TimestampMeaning stamp, int? pid)
    {
        Assert.NotEmpty(line);
        var set = Given.Set($"{written}\nGET something else\n{written}\n");
        Assert.Equal(2, set.Requests.Count);
        Assert.Equal(At, set.Requests[0].StartUnixNanoseconds);
        Assert.Equal(250 * Millisecond, set.Requests[0].DurationNanoseconds);
        Assert.Equal("GET /a", set.Names[set.Requests[0].Name]);
        Assert.Equal(stamp, set.Stamp);
        Assert.Equal(pid, set.Services.Count == 0 ? null : set.Services[0].ProcessId);
        Assert.True(set.ResolutionNanoseconds <= Millisecond);
    }

    /// <summary>uvicorn 0.17.6 writes its own line behind each of the middleware's, and lines on its start, to one terminal.</summary>
    [Fact]
    public void LinesToLog_OtherLinesBetween_AreAllowed()
    {
        const string Own = "INFO:     127.0.0.1:44354 - \"GET /a HTTP/1.1\" 200 OK\n";
        const string Timed = "start_s=1673771025.000000 end_s=1673771025.250000 pid=17 \"GET /a HTTP\"\n";
        var set = Given.Set("INFO:     Uvicorn running on http://127.0.0.1:18092 (Press CTRL+C to quit)\n" + Own + Timed + Own + Timed);
        Assert.Equal(("key-value", 2), (set.Format, set.Requests.Count));
        Assert.Equal(3, set.Coverage.LinesUnparsed);
    }

    [Theory]
    [InlineData(LinesToLog.Hey, "start_s,duration_s\n1673771025.000000,0.2500")]
    [InlineData(LinesToLog.Oha, "start_s,duration_s\n1673771025.000000,0.25")]
    public void LinesToLog_LoadTests_GetTheirStartFromTheShell(string line, string written)
    {
        Assert.NotEmpty(line);
        var request = Assert.Single(Given.Set(written).Requests);
        Assert.Equal((At, 250 * Millisecond), (request.StartUnixNanoseconds, request.DurationNanoseconds));
    }

    [Theory]
    [InlineData("""10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/1.1" 200 612 "-" "curl/7.0" """, LinesToLog.Nginx)]
    [InlineData("""10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/1.1" 200 612""", LinesToLog.Apache)]
    [InlineData("""10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/1.1" 200 612""", LinesToLog.Tomcat)]
    // Of several numbers none is known to be the time: here the client's port comes first.
    [InlineData(
        """10.0.1.2 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/1.1" 200 2750 "" "" 33317 655 "in" "static" "srv1" 10 0 30 69 109 "----" """,
        LinesToLog.Haproxy)]
    // HAProxy 2.6.12, option httplog clf; morgan 1.12.1, tiny and short; Caddy 2.6.2, format console.
    [InlineData(
        """Nov 22 20:18:00 haproxy[24648]: 127.0.0.1 - - [22/Nov/2026:20:18:00 +0000] "GET /r/0/300?q=a%20b HTTP/1.1" 200 139 "" "" 59946 621 "clf-in" "bk" "srv1" 0 0 0 301 301 ---- 1 1 0 0 0 0 0 "" "" """,
        LinesToLog.Haproxy)]
    [InlineData("GET /r/0/300?q=a%20b 200 3 - 303.169 ms\n", LinesToLog.Morgan)]
    [InlineData("127.0.0.1 - GET /r/0/300?q=a%20b HTTP/1.1 200 3 - 303.169 ms\n", LinesToLog.Morgan)]
    [InlineData(
        "2026/11/22 20:18:36.082\tINFO\thttp.log.access.log2\thandled request\t{\"request\": {\"uri\": \"/\"}, \"duration\": 0.3}",
        "format json")]
    [InlineData("INFO:     127.0.0.1:50000 - \"GET / HTTP/1.1\" 200 OK\n", "docs/request-formats.md")]
    [InlineData("GET /a 200 163.713 ms - 12\n", LinesToLog.Morgan)]
    [InlineData("\u001b[0mGET /a \u001b[32m200\u001b[0m 163.713 ms - 12\u001b[0m\n", LinesToLog.Morgan)]
    [InlineData("method=GET path=/ format=html controller=HomeController action=index status=200 duration=5.31\n", LinesToLog.Lograge)]
    [InlineData("""{"method":"GET","path":"/","format":"html","controller":"H","action":"i","status":200,"duration":5.31}""", LinesToLog.Lograge)]
    [InlineData(
        "response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset\n"
        + "0.0087,0.0047,0.0042,0.0001,0.0019,0.0001,200,0.0016",
        LinesToLog.Hey)]
    [InlineData(
        "request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status\n0.002211678,0.0003,0.001,0.0026,0.0026,11,200",
        LinesToLog.Oha)]
    [InlineData("haproxy[14385]: Connect from 10.0.1.2:33312 to 10.0.3.31:8012 (www/HTTP)\n", LinesToLog.Haproxy)]
    [InlineData("""{"summary":{"successRate":1.0},"responseTimeHistogram":{"0.01":5},"rps":{"mean":5.0}}""", LinesToLog.Oha)]
    [InlineData("\nSummary:\n  Total:\t0.0088 secs\n\nResponse time histogram:\n  0.008 [1]\t|\n", LinesToLog.Hey)]
    [InlineData("Running 30s test @ http://127.0.0.1:80\n  2 threads\n  Thread Stats   Avg      Stdev     Max   +/- Stdev\n", "histogram")]
    [InlineData("Requests      [total, rate, throughput]         1, 1.00, 1.00\n", "vegeta encode --to csv")]
    [InlineData("""{"aggregate":{"counters":{"vusers.created":5},"summaries":{"http.response_time":{"min":1}}},"intermediate":[]}""", "publish-metrics")]
    [InlineData(
        "tls 2.0 2018-12-20T02:59:40 net/my-network-loadbalancer/c6e77e28c25b2234 g3d4b5e8bb8464cd 72.21.218.154:51341",
        "connections")]
    [InlineData("Type,Name,Request Count,Failure Count,Median Response Time\nGET,/,5,0,12", "listener")]
    public void LinesToLog_LogWithoutTimes_IsAnsweredWithWhatToLog(string text, string answer)
    {
        var loaded = Given.Load(text);
        Assert.Empty(loaded.Sets);
        Assert.Contains(answer, Assert.Single(loaded.Unread).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void LinesToLog_BinaryResults_AreRecognised()
    {
        byte[] gob = [0x7f, 0xff, 0x81, 3, 1, 1, 6, .. "Result"u8, 1, 0xff, 0x82, 0, .. "Attack"u8, 7, .. "Latency"u8, 8, .. "BytesOut"u8];
        Assert.Contains("vegeta encode", Assert.Single(Given.Load(gob).Unread).Reason, StringComparison.Ordinal);
        byte[] gatling = [0, 0, 0, 0, 6, .. "3.11.5"u8, 0, 0, 0, 20];
        Assert.Contains("simulation.log", Assert.Single(Given.Load(gatling).Unread).Reason, StringComparison.Ordinal);
    }

    /// <summary>slog's handler writes a time.Duration as a number of nanoseconds, and Milliseconds() as one like it.</summary>
    [Theory]
    [InlineData("""{"time":"2026-11-22T10:00:00.123456789Z","level":"INFO","msg":"request","path":"/a","duration":1234567}""", true)]
    [InlineData("""{"level":"INFO","time":"2026-11-22T10:00:00.123456789Z","msg":"request","path":"/a","duration":1234567}""", false)]
    [InlineData("""{"time":"2026-11-22T10:00:00.123456789Z","path":"/a","duration":1234567}""", false)]
    public void LinesToLog_DurationOfSlog_NamesItsUnit(string text, bool isSlog) =>
        Assert.Equal(isSlog, Assert.Single(Given.Load(text).Unread).Reason.Contains("--unit ns;", StringComparison.Ordinal));

    [Theory]
    [InlineData("start,duration\n1673771025,250")]
    [InlineData("1673771025,250,GET /a")]
    [InlineData("timestamp,latency,name\n1673771025000,163,a")]
    [InlineData("""{"time":"2023-01-15T08:23:45.250Z","duration":250,"path":"/a"}""")]
    [InlineData("""10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/1.1" 200 612 "-" "curl/7" 250""")]
    [InlineData("""{"level":"info","ts":1673771025.5,"request":{"uri":"/a"},"bytes_read":0,"duration":183000,"status":200}""")]
    [InlineData("ts=2023-01-15T08:23:45.250Z level=info path=/a duration=250")]
    // Azure Application Gateway 1, and Front Door without decimals.
    [InlineData("""{"operationName":"ApplicationGatewayAccess","time":"2017-04-26T19:27:38Z","properties":{"instanceId":"ApplicationGatewayRole_IN_0","httpMethod":"GET","requestUri":"/a","httpStatus":404,"timeTaken":205}}""")]
    [InlineData("""{"time":"2020-06-09T22:32:17.8383427Z","operationName":"x","properties":{"trackingReference":"0","httpMethod":"GET","requestUri":"/","timeTaken":"3"}}""")]
    [InlineData("""{"time":"2026-11-22T10:00:00.123456789Z","level":"INFO","msg":"request","path":"/a","duration":1234567}""")]
    public void LinesToLog_UnknownUnit_IsRequestedNotGuessed(string text)
    {
        var unread = Assert.Single(Given.Load(text).Unread);
        Assert.Contains("add --unit s, ms, us or ns", unread.Reason, StringComparison.Ordinal);
        var reported = Given.Set(text, new RequestOptions { DurationUnit = TimeUnit.Milliseconds });
        Assert.True(Assert.Single(reported.Requests).DurationNanoseconds % Millisecond == 0);
    }

    [Theory]
    [InlineData("%h %t \"%r\" %s %D", "1.2.3.4 [15/Jan/2023:08:23:45 +0000] \"GET /a HTTP/1.1\" 200 250", TimeUnit.Milliseconds)]
    [InlineData("%h %t \"%r\" %>s %D", "1.2.3.4 [15/Jan/2023:08:23:45 +0000] \"GET /a HTTP/1.1\" 200 250000", null)]
    [InlineData("%h %{begin:msec}t \"%r\" %s %F", "1.2.3.4 1673771025000 \"GET /a HTTP/1.1\" 200 250", null)]
    [InlineData("%(h)s %(t)s \"%(r)s\" %(s)s %(M)s", "1.2.3.4 [15/Jan/2023:08:23:45 +0000] \"GET /a HTTP/1.1\" 200 250", null)]
    [InlineData("%(h)s %(t)s \"%(r)s\" %(s)s %(L)s", "1.2.3.4 [15/Jan/2023:08:23:45 +0000] \"GET /a HTTP/1.1\" 200 0.250000", null)]
    public void LinesToLog_SimilarServers_AreDistinguishedByLayout(string format, string line, TimeUnit? unit)
    {
        var options = new RequestOptions { LogFormat = LogFormat.Parse(format) };
        if (unit is not null) Assert.Contains("--unit", Assert.Single(Given.Load(line, options).Unread).Reason, StringComparison.Ordinal);
        var set = Given.Set(line, options with { DurationUnit = unit });
        Assert.Equal(250 * Millisecond, Assert.Single(set.Requests).DurationNanoseconds);
    }

    [Fact]
    public void LinesToLog_Gunicorn_DecimalSecondsAreRead()
    {
        var set = Given.Set("""127.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/1.1" 200 2 "-" "curl/7" 0.250000""");
        Assert.Equal(("gunicorn", TimestampMeaning.End), (set.Format, set.Stamp));
        Assert.Equal(250 * Millisecond, Assert.Single(set.Requests).DurationNanoseconds);
    }

    /// <summary>The attributes of an element look like keys and values; OpenJ9's verbose GC log was taken for requests.</summary>
    [Fact]
    public void KeyValueLines_Elements_AreNoRequests()
    {
        const string Log = "<exclusive-start id=\"2\" timestamp=\"2015-12-31T15:22:46.957\" intervalms=\"3955.367\">\n"
            + "<exclusive-end id=\"12\" timestamp=\"2015-12-31T15:22:46.982\" durationms=\"25.310\" />\n";
        Assert.Empty(Given.Load(Log).Sets);
    }
}
