using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Tests.Analysis.Attribution;

public sealed class LongStreamsTests
{
    private const long Ms = SimulatedService.Ms;
    private const long Minute = 60_000 * Ms;

    [Fact]
    public void Of_OperationFarLongerThanOthers_IsAStream()
    {
        var result = Judge(("/events", Minute), ("/events", 9 * Minute), ("/events", 30 * Ms), ("/events", 20 * Minute));
        Assert.Equal((500L, 4L, 4L), (result.Count, result.Excluded, result.ExcludedByReason.Streams));
        var streams = Assert.Single(result.Explanations.OfType<Explanation.StreamsLeftOut>());
        Assert.Equal((4L, "/events", Minute, 104 * Ms),
            (streams.Count, streams.Example, streams.LeastNanoseconds, streams.LongestOtherNanoseconds));
    }

    [Fact]
    public void Of_StreamAmongShortRequestsOfItsName_IsLeftOutAlone()
    {
        var result = Judge(("/buy", 30 * Minute));
        Assert.Equal((500L, 1L), (result.Count, result.ExcludedByReason.Streams));
        Assert.Equal(104 * Ms, result.Measured.MaxNanoseconds);
    }

    [Fact]
    public void Of_RequestNotFarLongerThanOthers_IsKept()
    {
        // Two minutes beside thirty seconds: slow, perhaps, but no stream.
        Assert.Equal(0, Judge(("/buy", 30_000 * Ms), ("/report", 2 * Minute)).ExcludedByReason.Streams);
        // A pause of half a minute may have held it up.
        Assert.Equal(0, Judge(30_000 * Ms, ("/report", 2 * Minute)).ExcludedByReason.Streams);
        // The user looks for such lengths.
        Assert.Equal(0, Judge(Ms, 2 * Minute, ("/report", 19 * Minute)).ExcludedByReason.Streams);
    }

    private static RequestAttribution Judge(params (string Name, long Duration)[] others) => Judge(Ms, 50 * Ms, others);

    private static RequestAttribution Judge(long pause, params (string Name, long Duration)[] others) => Judge(pause, 50 * Ms, others);

    /// <summary>Five hundred requests of 5 to 104 ms, some others, and a pause between requests.</summary>
    private static RequestAttribution Judge(long pause, long slow, params (string Name, long Duration)[] others)
    {
        var set = new RequestSet { Files = ["requests"], Format = "csv" };
        for (var i = 0; i < 500; i++) Add("/buy", i, (5 + (i % 100)) * Ms);
        for (var i = 0; i < others.Length; i++) Add(others[i].Name, i, others[i].Duration);
        var recording = SimulatedService.RecordingOf([(600 * SimulatedService.Second, pause)], 700 * SimulatedService.Second);
        return RequestAttribution.Compute([set], [recording], new AttributionOptions(slow));

        void Add(string name, int second, long duration)
        {
            if (!set.Names.Contains(name)) set.Names.Add(name);
            set.Requests.Add(
                new Request(SimulatedService.Zero + (second * SimulatedService.Second), duration, set.Names.IndexOf(name), -1, -1));
        }
    }
}
