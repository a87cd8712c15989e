using System.Text;
using Unpause.Experiments.Tuning;
using Unpause.Requests.Latencies;

namespace Unpause.Tests.Requests;

/// <summary>What load tests leave that keep no single request, and what they printed of the same run.</summary>
public sealed class LatencyTableTests
{
    private const string Wrk2 = """
        Running 1m test @ http://127.0.0.1:8100/
          4 threads and 64 connections
          Thread calibration: mean lat.: 1.201ms, rate sampling interval: 10ms
          Thread Stats   Avg      Stdev     Max   +/- Stdev
            Latency     1.47ms  705.08us  31.89ms   68.84%
            Req/Sec     2.11k   260.26     3.56k    67.12%
          Latency Distribution (HdrHistogram - Recorded Latency)
         50.000%    1.23ms
         75.000%    1.79ms
         90.000%    2.34ms
         99.000%    4.87ms
         99.900%   12.20ms
        100.000%   31.90ms

          Detailed Percentile spectrum:
               Value   Percentile   TotalCount 1/(1-Percentile)
               1.230     0.500000       480312         2.00
        #[Mean    =        1.138, StdDeviation   =        0.356]
          Latency Distribution (HdrHistogram - Uncorrected Latency (measured without taking delayed starts into account))
         50.000%    0.11ms
         99.000%    0.22ms
          960001 requests in 1.00m, 117.30MB read
          Socket errors: connect 0, read 3, write 0, timeout 1
          Non-2xx or 3xx responses: 12
        Requests/sec:  15998.11
        """;

    /// <summary>One run of wrk 4.1.0: what it printed, and what the script of each trial left of it.</summary>
    [Fact]
    public void LatencyTable_Wrk_CountsRequests()
    {
        var (printed, counted) = (Read("wrk.txt"), Read("wrk.csv"));
        Assert.Equal(("wrk", 2723L, 0L), (printed.Format, printed.Requests!.Value, printed.Failed!.Value));
        Assert.Equal(("wrk", 2723L, 0L), (counted.Format, counted.Requests!.Value, counted.Failed!.Value));
        foreach (var (perMille, milliseconds) in new[] { (500, 0.90), (750, 9.43), (900, 17.25), (990, 34.21), (1000, 46.67) })
        {
            Assert.Equal((long)Math.Round(milliseconds * 1e6), printed.Percentile(perMille));
            // wrk rounds the rank, of 4,610 latencies here: it may print the next one.
            Assert.Equal(milliseconds, counted.Percentile(perMille)!.Value / 1e6, 0.01);
        }

        Assert.Null(printed.Percentile(999));
        Assert.InRange(counted.Percentile(999)!.Value, 34_210_000, 46_670_000);
    }

    [Fact]
    public void LatencyTable_WrkErrors_AreCounted()
    {
        var refused = Read("wrk-bad.txt");
        Assert.Equal(refused.Requests, refused.Failed);
        Assert.Equal(100, TrialNumbers.Compute([], [], null, null, refused)["error_rate"]);
    }

    [Fact]
    public void LatencyTable_Wrk2_HasCorrectedLatencies()
    {
        var table = Table(Wrk2)!;
        Assert.Equal(("wrk2", 960_001L, 16L), (table.Format, table.Requests!.Value, table.Failed!.Value));
        var numbers = TrialNumbers.Compute([], [], null, null, table);
        Assert.Equal((1.23e6, 2.34e6, 4.87e6, 12.2e6, 31.9e6), (
            numbers["p50_request"], numbers["p90_request"], numbers["p99_request"], numbers["p999_request"], numbers["max_request"]));
        Assert.False(LatencyFormats.IsClosedLoop(table.Format));
        Assert.True(LatencyFormats.IsClosedLoop(Read("wrk.txt").Format));
    }

    /// <summary>wrk without --latency prints the longest alone.</summary>
    [Fact]
    public void LatencyTable_MissingNumbers_AreNull()
    {
        var lines = File.ReadAllLines(Sample("wrk.txt")).Where(line => !line.Contains('%') || line.Contains("Latency  ")).ToArray();
        var numbers = TrialNumbers.Compute([], [], null, null, Table(string.Join('\n', lines)));
        Assert.Equal(["errors", "error_rate", "requests", "max_request"], numbers.Keys);
    }

    [Theory]
    [InlineData("duration_ms,count\n1,50\n2,49\n70,1\n", 1_000_000, 2_000_000, 70_000_000)]
    [InlineData("# failed: 2\r\n\r\nlatency (us),count\r\n70000,1\r\n1000,50\r\n2000,49\r\n", 1_000_000, 2_000_000, 70_000_000)]
    [InlineData("duration_s,count\n0.001,99\n0.002,0\n0.07,1", 1_000_000, 1_000_000, 70_000_000)]
    public void LatencyTable_CountedLatencies_AreRead(string text, long p50, long p99, long longest)
    {
        var table = Table(text)!;
        Assert.Equal(("counted-latencies", 100L), (table.Format, table.Requests!.Value));
        Assert.Equal(text.StartsWith('#') ? 2L : null, table.Failed);
        Assert.Equal([p50, p99, longest], ((int[])[500, 990, 1000]).Select(perMille => table.Percentile(perMille)!.Value));
    }

    [Theory]
    [InlineData("start_ms,duration_ms\n1673771025000,5\n")]
    [InlineData("duration,count\n1,5\n")]
    [InlineData("duration_ms,count,more\n1,5,6\n")]
    [InlineData("")]
    public void LatencyTable_OtherFiles_AreNotRead(string text) => Assert.Null(Table(text));

    [Fact]
    public void LatencyTable_UnreadableLines_AreCounted()
    {
        var input = Given.Input("duration_ms,count\n1,5\nx,1\n1,-1\nnan,1\n2,99999999999999999999\n3,9223372036854775807\n"u8.ToArray());
        var table = LatencyLoader.Load(input, out var problem)!;
        Assert.Equal("4 lines are not a latency followed by its count", problem);
        Assert.Equal(3_000_000, table.Percentile(500));
        Assert.Equal(long.MaxValue, table.Requests);
    }

    /// <summary>Cut anywhere, and changed at random: an answer or none, within the numbers of the file.</summary>
    [Fact]
    public void LatencyTable_BrokenFiles_AreReadOrRefused()
    {
        var random = new Random(5);
        foreach (var text in new[] { Wrk2, File.ReadAllText(Sample("wrk.txt")), File.ReadAllText(Sample("wrk.csv"))[..2000] })
        {
            var bytes = Encoding.UTF8.GetBytes(text);
            for (var length = 0; length < bytes.Length; length++) Look(bytes[..length]);
            for (var round = 0; round < 500; round++)
            {
                var changed = (byte[])bytes.Clone();
                for (var change = 0; change < 5; change++) changed[random.Next(changed.Length)] = (byte)random.Next(256);
                Look(changed);
            }
        }

        static void Look(byte[] bytes)
        {
            if (LatencyLoader.Load(Given.Input(bytes), out _) is not { } table) return;
            Assert.Contains(table.Format, (string[])["wrk", "wrk2", "counted-latencies"]);
            foreach (var perMille in (int[])[500, 900, 990, 999, 1000]) Assert.True(table.Percentile(perMille) is null or >= 0);
            Assert.True(table.Failed is null or >= 0);
        }
    }

    /// <summary>As requests they are recognised, and the message says what to do.</summary>
    [Theory]
    [InlineData("wrk.txt", "which is enough for unpause tune only")]
    [InlineData("wrk.csv", "which is enough for unpause tune only")]
    [InlineData("hey.csv", "hey -o csv URL | awk")]
    public void LatencyTable_AsRequests_IsRefused(string name, string sentence) =>
        Assert.Contains(sentence, Assert.Single(Given.Load(File.ReadAllBytes(Sample(name))).Unread).Reason, StringComparison.Ordinal);

    internal static string Sample(string name) => RepositoryFolder.File("samples", "requests", "load-tests", name);

    private static LatencyTable Read(string name) => Table(File.ReadAllText(Sample(name)))!;

    private static LatencyTable? Table(string text) => LatencyLoader.Load(Given.Input(Encoding.UTF8.GetBytes(text)), out _);
}
