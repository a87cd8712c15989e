using Unpause.Requests;
using Unpause.Requests.Logs;

namespace Unpause.Tests.Requests;

/// <summary>Lines as the servers' documented formats give them; times were computed by hand with date(1).</summary>
public sealed class AccessLogTests
{
    // date -u -d '2023-01-15 08:23:45' +%s
    private const long At = 1_673_771_025_000_000_000;
    private const long Millisecond = 1_000_000;

    [Theory]
    // combined + $request_time; + rt=; ingress-nginx's default; + $msec.
    [InlineData("""10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a?q=1 HTTP/1.1" 200 612 "-" "curl/7" 0.250""", 250, 1000)]
    [InlineData(
        """10.0.0.1 - bob [15/Jan/2023:10:23:45 +0200] "GET /a HTTP/1.1" 200 612 "-" "a \"quoted\" 9.999 agent" """
        + """rt=0.250 uct="0.000" urt="0.249" """,
        250,
        1000)]
    [InlineData(
        """10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/2.0" 200 612 "-" "x" 437 0.250 [default-shop-80] [] """
        + """10.1.1.1:80 5 0.249 200 abc""",
        250,
        1000)]
    [InlineData("""10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/1.1" 200 612 "0.250" 1673771025.000""", 250, 1)]
    public void AccessLog_Nginx_TimestampsAreEnds(string line, long milliseconds, long resolutionMilliseconds)
    {
        var set = Given.Set(line + "\n");
        Assert.Equal("nginx", set.Format);
        var request = Assert.Single(set.Requests);
        Assert.Equal(milliseconds * Millisecond, request.DurationNanoseconds);
        Assert.Equal(At, request.EndUnixNanoseconds);
        Assert.Equal("GET /a", set.Names[request.Name]);
        Assert.Equal(resolutionMilliseconds * Millisecond, set.ResolutionNanoseconds);
    }

    [Theory]
    [InlineData("apache", """10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/1.1" 200 - 0/250000""", null)]
    [InlineData(
        "access-log", """10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/1.1" 200 612 "-" "curl/7" 250000""", TimeUnit.Microseconds)]
    [InlineData("access-log", """10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/1.1" 200 612 250""", TimeUnit.Milliseconds)]
    public void AccessLog_Apache_TimestampsAreStarts(string format, string line, TimeUnit? unit)
    {
        var set = Given.Set(line, new RequestOptions { DurationUnit = unit });
        Assert.Equal(format, set.Format);
        // Tomcat 10.1 writes both forms too, with the end as %t.
        Assert.Equal((TimestampMeaning.Unknown, TimestampMeaning.Start), (set.Stamp, set.StampsReadAs));
        Assert.Equal(new Request(At, 250 * Millisecond, 0, -1, -1), Assert.Single(set.Requests));
    }

    [Theory]
    [InlineData(
        """[2023-01-15T08:23:45.000Z] "POST /api/v1?x HTTP/2" 204 - 154 0 226 """
        + """100 "10.0.35.28" "nsq2http" "cc21d9b0" "locations" "tcp://10.0.2.1:80" """)]
    [InlineData(
        """[2023-01-15T08:23:45.000Z] "POST /api/v1 HTTP/1.1" 200 - via_upstream - "-" 154 0 226 """
        + """100 "-" "curl/7" "id" "shop:80" "10.1.1.1:80" outbound|80||shop - 10.2.2.2:80 10.3.3.3:1 - default""")]
    public void AccessLog_Envoy_TimestampsAreStartsInMilliseconds(string line)
    {
        var set = Given.Set(
            """[2023-01-15T08:23:40.000Z] "- - -" 0 - - - "-" 10 20 99999 - "-" "-" "-" "-" "10.1.1.1:80" """ + "\n" + line);
        Assert.Equal("envoy", set.Format);
        Assert.Equal(new Request(At, 226 * Millisecond, 0, -1, -1), Assert.Single(set.Requests));
        Assert.Equal("POST /api/v1", set.Names[0]);
        Assert.Equal(0, set.Coverage.LinesUnparsed);
    }

    /// <summary>Written by nginx 1.22.1: $upstream_connect_time, $upstream_response_time and $request_time, in several orders.</summary>
    [Theory]
    [InlineData("0.000 0.301 0.302", null)]
    [InlineData("0.000 0.301 0.302 1795378506.476", null)]
    [InlineData("0.302 0.000 0.301", 302)]
    [InlineData("0.000 0.301 rt=0.302", 302)]
    // Within the error of nginx's clocks either is the request's time.
    [InlineData("0.301 0.302", 301)]
    public void AccessLog_UpstreamTime_IsNotTheRequestTime(string times, int? milliseconds)
    {
        var text = $"127.0.0.1 - - [22/Nov/2026:20:15:06 +0000] \"GET /a HTTP/1.1\" 200 3 \"-\" \"curl/7\" {times}\n";
        if (milliseconds is { } took)
        {
            Assert.Equal(took * Millisecond, Assert.Single(Given.Set(text).Requests).DurationNanoseconds);
            return;
        }

        Assert.Contains("which of 0.000 and 0.302", Assert.Single(Given.Load(text).Unread).Reason, StringComparison.Ordinal);
    }

    /// <summary>Hypercorn 0.13.2 puts a time of its own, its process and a level in brackets before the line, syslog a process.</summary>
    [Theory]
    [InlineData("""[2026-11-22 20:31:11 +0000] [2896] [INFO] 127.0.0.1:39688 - - [22/Nov/2026:20:31:11 +0000] "GET /a 1.1" 200 3 "-" "x" 0.301125 301125""")]
    [InlineData("""Nov 22 20:31:11 web httpd[2896]: 127.0.0.1 - - [22/Nov/2026:20:31:11 +0000] "GET /a HTTP/1.1" 200 3 "-" "x" 0/301125""")]
    public void AccessLog_BracketsBeforeTheTimestamp_AreSkipped(string line) =>
        Assert.Equal(301_125_000, Assert.Single(Given.Set(line).Requests).DurationNanoseconds);

    [Fact]
    public void AccessLog_Iis_TimestampsAreWholeSecondsOfTheEnd()
    {
        var set = Given.Set("""
            #Software: Microsoft Internet Information Services 10.0
            #Fields: date time cs-method cs-uri-stem sc-status time-taken
            2023-01-15 08:23:45 GET /default.aspx 200 250
            """);
        Assert.Equal((TimestampMeaning.End, 1000 * Millisecond), (set.Stamp, set.ResolutionNanoseconds));
        Assert.Contains("whole seconds", Assert.Single(set.Coverage.Notes).Text, StringComparison.Ordinal);
    }

    /// <summary>Tomcat's ExtendedAccessLogValve writes seconds: with decimals in 9.0.70, whole ones in 10.1.60.</summary>
    [Fact]
    public void AccessLog_WholeTimeTaken_IsMillisecondsOnlyInIis()
    {
        const string Fields = "#Fields: date time c-ip cs-method cs-uri-stem sc-status time-taken\n#Version: 2.0\n";
        var ours = Given.Set(Fields + "#Software: Apache Tomcat/9.0.70 (Debian)\n2026-11-22 20:41:02 127.0.0.1 GET /r/0/300 200 0.339\n");
        Assert.Equal(339 * Millisecond, Assert.Single(ours.Requests).DurationNanoseconds);
        var whole = Fields + "#Software: Apache Tomcat/10.1.60 (Debian)\n2026-11-22 20:41:13 127.0.0.1 GET /r/0/2000 200 2\n";
        Assert.Contains("the unit of the duration 2 is unknown", Assert.Single(Given.Load(whole).Unread).Reason, StringComparison.Ordinal);
        var reported = Given.Set(whole, new RequestOptions { DurationUnit = TimeUnit.Seconds });
        Assert.Equal(2000 * Millisecond, Assert.Single(reported.Requests).DurationNanoseconds);
    }

    [Fact]
    public void AccessLog_IisFieldsHeader_MayChangeInTheFile()
    {
        var set = Given.Set("""
            #Software: Microsoft Internet Information Services 10.0
            #Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port sc-status time-taken
            2023-01-15 08:23:45 192.168.1.1 GET /default.aspx - 80 200 250
            #Fields: date time time-taken cs-uri-stem
            2023-01-15 08:23:45 500 /b
            2023-01-15 08:23:45 - /c
            """.ReplaceLineEndings("\r\n"));
        Assert.Equal("iis", set.Format);
        Assert.Equal([250 * Millisecond, 500 * Millisecond], set.Requests.Select(request => request.DurationNanoseconds));
        Assert.All(set.Requests, request => Assert.Equal(At, request.EndUnixNanoseconds));
        Assert.Equal(["GET /default.aspx", "/b"], set.Names);
        Assert.Equal(1, set.Coverage.LinesUnparsed);
    }

    [Theory]
    [InlineData(
        "$remote_addr [$time_local] \"$request\" $status ${request_time}s",
        "1.2.3.4 [15/Jan/2023:08:23:45 +0000] \"GET /a HTTP/1.1\" 200 0.250s")]
    [InlineData("$msec|$request_method|$uri|$request_time", "1673771025.000|GET|/a|0.250")]
    [InlineData(
        "$time_iso8601 \"$request_uri\" \"$request_method\" $upstream_response_time $request_time",
        "2023-01-15T08:23:45+00:00 \"/a?\\\"b\" \"GET\" 0.100, 0.150 0.250")]
    [InlineData("%h %{end:msec}t \"%r\" %>s %{ms}T", "1.2.3.4 1673771025000 \"GET /a HTTP/1.1\" 200 250")]
    [InlineData("$end_us;$duration_us;$name", "1673771025000000;250000;GET /a")]
    public void AccessLog_LogFormat_IsRead(string format, string line)
    {
        var set = Given.Set(line + "\nsomething else\n" + line, new RequestOptions { LogFormat = LogFormat.Parse(format) });
        Assert.Equal(2, set.Requests.Count);
        Assert.Equal(At, set.Requests[0].EndUnixNanoseconds);
        Assert.Equal(250 * Millisecond, set.Requests[0].DurationNanoseconds);
        Assert.Contains("/a", set.Names[0], StringComparison.Ordinal);
        Assert.Equal(1, set.Coverage.LinesUnparsed);
    }

    [Theory]
    [InlineData("$remote_addr $request_time", "no time: it needs $msec")]
    [InlineData("%h %t \"%r\"", "no request time")]
    public void AccessLog_LogFormatWithoutTimes_IsRefusedWithWhatToAdd(string format, string reason) =>
        Assert.Contains(reason, Assert.Throws<FormatException>(() => LogFormat.Parse(format)).Message, StringComparison.Ordinal);

    [Fact]
    public void AccessLog_CombinedWithoutRequestTime_IsRefusedWithWhatToAdd()
    {
        var loaded = Given.Load("""10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a HTTP/1.1" 200 612 "-" "curl/7.0" """);
        Assert.Empty(loaded.Sets);
        Assert.Contains("end_s=$msec duration_s=$request_time", Assert.Single(loaded.Unread).Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(
        """{"time_iso8601":"2023-01-15T08:23:45+00:00","request_method":"GET","request_uri":"/a","request_time":"0.250","status":200}""")]
    [InlineData("""{"msec":1673771025.000,"request":"GET /a HTTP/1.1","request_time":0.250,"nested":{"duration":1}}""")]
    [InlineData(
        """{"time":"2023-01-15T08:23:45+00:00","msec":"1673771025.000","request_time":"0.250","request_method":"GET","request_uri":"/a?b=1"}""")]
    [InlineData("""{"time":"2023-01-15T08:23:45+00:00","request_time":0.250,"method":"GET","path":"/a#x"}""")]
    [InlineData("""{"start_time":"2023-01-15T08:23:44.750Z","duration":250,"method":"GET","path":"/a","bytes_sent":5}""")]
    public void AccessLog_JsonOfNginxAndEnvoy_IsRead(string line)
    {
        var set = Given.Set(line + "\n" + line + "\n");
        Assert.Equal(2, set.Requests.Count);
        Assert.Equal(At, set.Requests[0].EndUnixNanoseconds);
        Assert.Equal(250 * Millisecond, set.Requests[0].DurationNanoseconds);
        Assert.Equal("GET /a", set.Names[0]);
    }

    /// <summary>
    /// Written by nginx 1.22.1 and Apache 2.4 (Debian 12) for three requests that a client timed
    /// as 0.612–0.931, 0.931–1.233 and 1.233–1.535 s.
    /// </summary>
    [Fact]
    public void AccessLog_RealNginx_LiesWithinTheClientsTimes()
    {
        var set = Given.Set("""
            127.0.0.1 - - [21/Nov/2026:12:05:28 +0000] "GET /slow?i=0 HTTP/1.1" 200 2 "-" "t\x22est [x] 9.999" 0.308 1795262728.930
            127.0.0.1 - - [21/Nov/2026:12:05:29 +0000] "GET /slow?i=1 HTTP/1.1" 200 2 "-" "t\x22est [x] 9.999" 0.301 1795262729.232
            127.0.0.1 - - [21/Nov/2026:12:05:29 +0000] "GET /slow?i=2 HTTP/1.1" 200 2 "-" "t\x22est [x] 9.999" 0.301 1795262729.534
            """);
        Assert.Equal([622L, 931, 1233], set.Requests.Select(request => (request.StartUnixNanoseconds / Millisecond) - 1_795_262_728_000));
        Assert.Equal([930L, 1232, 1534], set.Requests.Select(request => (request.EndUnixNanoseconds / Millisecond) - 1_795_262_728_000));
        Assert.Contains(
            "Apache's %D is in us",
            Assert.Single(Given.Load("""127.0.0.1 - - [21/Nov/2026:12:05:29 +0000] "GET /a/x HTTP/1.1" 200 3 "-" "t\"est [x] 9.999" 240""").Unread)
                .Reason,
            StringComparison.Ordinal);
    }

    [Fact]
    public void AccessLog_EveryPrefixOfEveryFormat_DoesNotThrow()
    {
        string[] samples =
        [
            """10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] "GET /a\" HTTP/1.1" 200 612 "-" "curl/7" rt=0.250""",
            """[2023-01-15T08:23:45.000Z] "POST /api/v1 HTTP/1.1" 200 - via_upstream - "-" 154 0 226 100 "-" """,
            "#Fields: date time cs-method cs-uri-stem sc-win32-status time-taken\n2023-01-15 08:23:45 GET /b 0 250",
            "start_ms;duration_us;name\n1673771025000;250000;\"a \"\"b\"\"\"",
            "metric_name,timestamp,metric_value,name\nhttp_req_duration,1673771025,250.000000,http://x",
        ];
        foreach (var sample in samples)
        {
            Assert.Single(Given.Set(sample).Requests);
            for (var length = 0; length < sample.Length; length++)
            {
                Assert.True(Given.Load(sample[..length]).Sets.Sum(set => set.Requests.Count) <= 1);
            }
        }
    }
}
