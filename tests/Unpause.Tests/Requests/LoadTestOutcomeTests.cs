using System.Globalization;
using Unpause.Experiments.Tuning;
using Unpause.Requests;

namespace Unpause.Tests.Requests;

/// <summary>Load tests that keep single requests: their percentiles, and which of them failed.</summary>
public sealed class LoadTestOutcomeTests
{
    private const long Began = 1_795_464_000_000_000_000;

    private static readonly RequestOptions Known = RequestOptions.Default with { BeganUnixNanoseconds = Began };

    /// <summary>The percentiles that ab 2.3 wrote itself (-e), with three decimals; its table (-g) has whole ms.</summary>
    [Fact]
    public void LoadTestOutcome_Ab_PercentilesMatch()
    {
        var numbers = Numbers("ab.tsv", RequestOptions.Default, null);
        var own = File.ReadLines(LatencyTableTests.Sample("ab-percentiles.csv")).Skip(1).Select(line => line.Split(','))
            .ToDictionary(cells => int.Parse(cells[0], CultureInfo.InvariantCulture), cells => double.Parse(
                cells[1], CultureInfo.InvariantCulture));
        Assert.Equal(600, numbers["requests"]);
        foreach (var (percent, name) in new[] { (50, "p50_request"), (90, "p90_request"), (99, "p99_request"), (100, "max_request") })
            Assert.Equal(own[percent], numbers[name] / 1e6, 1.0);
    }

    /// <summary>Whole seconds put up to a second's requests before the load's beginning, which is no reason to drop them.</summary>
    [Fact]
    public void LoadTestOutcome_CoarseTimestamps_LoseNoRequests()
    {
        var set = Assert.Single(Load("ab.tsv", RequestOptions.Default).Sets);
        var from = set.Requests.Min(request => request.StartUnixNanoseconds) + 700_000_000;
        var window = new TrialWindow(from, from + 10_000_000_000);
        Assert.Equal(600, TrialNumbers.Compute([], [set], window with { HasNoWarmUp = true }, null)["requests"]);
        Assert.False(TrialNumbers.Compute([], [set], window, null).TryGetValue("requests", out var behind) && behind == 600);
    }

    /// <summary>hey 0.1.4 counts from its own start; a sort of its column response-time by hand gives the percentiles.</summary>
    [Fact]
    public void LoadTestOutcome_Hey_RequestsCountFromTheStartOfTheLoad()
    {
        var set = Assert.Single(Load("hey.csv", Known).Sets);
        Assert.Equal(600, set.Requests.Count);
        Assert.All(set.Requests, request => Assert.InRange(request.StartUnixNanoseconds, Began, Began + 5_000_000_000));
        var numbers = TrialNumbers.Compute([], [set], null, null);
        Assert.Equal((0.7e6, 3.2e6, 26e6, 40.9e6, 0), (
            numbers["p50_request"], numbers["p90_request"], numbers["p99_request"], numbers["max_request"], numbers["errors"]));
        // The warm-up is taken off: rows of the first tenth of a second are left out.
        var behind = File.ReadLines(LatencyTableTests.Sample("hey.csv")).Skip(1)
            .Count(line => double.Parse(line.Split(',')[7], CultureInfo.InvariantCulture) >= 0.1);
        Assert.Equal(
            behind, TrialNumbers.Compute([], [set], new TrialWindow(Began + 100_000_000, long.MaxValue), null)["requests"]);
    }

    [Fact]
    public void LoadTestOutcome_FailedRequests_AreErrorsWithoutLatency()
    {
        var numbers = Numbers("hey-bad.csv", Known, null);
        Assert.Equal((20, 100), (numbers["errors"], numbers["error_rate"]));
        Assert.False(numbers.ContainsKey("p99_request"));
    }

    [Theory]
    [InlineData("oha", "request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status\n"
        + "0.002211678,0.000374078,0.001148565,0.002619327,0.005,11,200\n0.003,0,0,0.1,0.25,11,503\n")]
    [InlineData("oha", "request-start,DNS,DNS+dialup,request-duration,bytes,status\n0.002,0,0,0.005,11,200\n0.003,0,0,0.25,11,404\n")]
    [InlineData("k6", "metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,method,name,proto,scenario,"
        + "service,status,subproto,tls_version,url,extra_tags\n"
        + "http_req_duration,1795464001,5.0,,,,true,,GET,http://a/,HTTP/1.1,default,,200,,,http://a/,\n"
        + "http_req_duration,1795464001,250.0,,,1503,false,,GET,http://a/,HTTP/1.1,default,,503,,,http://a/,\n")]
    [InlineData("k6", "metric_name,timestamp,metric_value,check,error,error_code,group,method,name,proto,scenario,status,subproto,"
        + "tls_version,url,extra_tags\nhttp_req_duration,1795464001,5.000000,,,,,GET,http://test.k6.io,HTTP/1.1,default,200,,,http://a/,\n"
        + "http_req_duration,1795464001,250.000000,,,1400,,GET,http://test.k6.io,HTTP/1.1,default,404,,,http://a/,\n")]
    [InlineData("k6", """
        {"metric":"http_req_duration","type":"Point","data":{"time":"2026-11-23T20:00:01.5Z","value":5,
         "tags":{"expected_response":"true","name":"a","status":"200"}}}
        {"metric":"http_req_duration","type":"Point","data":{"time":"2026-11-23T20:00:01.5Z","value":250,"tags":{"name":"a","status":"0"}}}
        """)]
    [InlineData("vegeta", "1795464001000000000,200,5000000,0,11,,aGk=,a,0,GET,http://a/,\n"
        + "1795464001000000000,0,250000000,0,0,refused,,a,1,GET,http://a/,\n")]
    [InlineData("vegeta", """
        {"attack":"a","seq":0,"code":200,"timestamp":"2026-11-23T20:00:01.5Z","latency":5000000,"method":"GET","url":"http://a/"}
        {"attack":"a","seq":1,"code":500,"timestamp":"2026-11-23T20:00:01.5Z","latency":250000000,"method":"GET","url":"http://a/"}
        """)]
    [InlineData("jmeter", "timeStamp,elapsed,label,responseCode,success\n"
        + "1795464001000,5,home,200,true\n1795464001000,250,home,500,false\n")]
    [InlineData("jmeter", """
        <testResults version="1.2">
        <httpSample t="5" ts="1795464001000" s="true" lb="home"/>
        <httpSample t="250" ts="1795464001000" s="false" lb="home"/>
        </testResults>
        """)]
    public void LoadTestOutcome_EachTool_ReportsWhichFailed(string format, string text)
    {
        var set = Given.Set(text, Known);
        Assert.Equal((format, 2), (set.Format, set.Requests.Count));
        Assert.Equal([1], set.Failed!);
        var numbers = TrialNumbers.Compute([], [set], null, null);
        Assert.Equal(
            (1, 1, 50, 5e6), (numbers["requests"], numbers["errors"], numbers["error_rate"], numbers["max_request"]));
    }

    [Theory]
    [InlineData("start_ms,duration_ms\n1795464001000,5\n")]
    [InlineData("timestamp,request_type,name,response_time,response_length\n1795464001.25,GET,/a,250,5")]
    public void LoadTestOutcome_NoErrorColumn_HasNoErrors(string text)
    {
        var set = Given.Set(text);
        Assert.Null(set.Failed);
        Assert.DoesNotContain("error_rate", TrialNumbers.Compute([], [set], null, null).Keys);
    }

    private static LoadedRequests Load(string name, RequestOptions options) =>
        Given.Load(File.ReadAllBytes(LatencyTableTests.Sample(name)), options);

    private static IReadOnlyDictionary<string, double> Numbers(string name, RequestOptions options, TrialWindow? window) =>
        TrialNumbers.Compute([], Load(name, options).Sets, window, null);
}
