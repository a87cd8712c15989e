using Unpause.Fleet.Questions;
using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests.Questions;

/// <summary>Seeded trials of candidates with known truth, read after each minute.</summary>
public class CanaryTrialsTests(ITestOutputHelper output)
{
    private const int Minutes = 60;

    [Theory]
    [InlineData(8, 8, 0.065)]
    [InlineData(14, 14, 0.05)]
    [InlineData(1, 8, 0.065)]
    [InlineData(4, 4, 0)]
    public void Judge_EqualCandidateReadEachMinute_IsSeldomCalledWorse(int candidates, int baselines, double spread)
    {
        var (worse, settled, missed) = (0, 0, 0);
        for (var seed = 1; seed <= 200; seed++)
        {
            var read = Read(seed, candidates, baselines, spread, 1).ToList();
            if (read.Exists(judged => judged.Verdict == CanaryDocument.Worse)) worse++;
            if (read.Exists(judged => judged.Verdict == CanaryDocument.NotWorse)) settled++;
            if (read.Exists(judged => judged.ChangePercent is { Low: > 0 } or { High: < 0 })) missed++;
        }

        output.WriteLine($"worse {worse} of 200, not worse {settled}, interval without the truth at any look {missed}");
        Assert.InRange(missed, 0, 10);
        Assert.InRange(worse, 0, 10);
    }

    [Theory]
    [InlineData(8, 1.25, 90)]
    [InlineData(30, 1.1, 40)]
    public void Judge_WorseCandidateReadEachMinute_IsFound(int processes, double effect, int least)
    {
        var at = new List<int>();
        var wrong = 0;
        for (var seed = 1; seed <= 100; seed++)
        {
            var read = Read(seed, processes, processes, 0.065, effect).ToList();
            var found = read.FindIndex(judged => judged.Verdict == CanaryDocument.Worse);
            if (found >= 0) at.Add(read[found].Intervals);
            if (read.Exists(judged => judged.Verdict == CanaryDocument.NotWorse)) wrong++;
        }

        at.Sort();
        output.WriteLine($"found {at.Count} of 100, median after {(at.Count == 0 ? 0 : at[at.Count / 2])} min; not worse {wrong}");
        Assert.InRange(at.Count, least, 100);
    }

    [Fact]
    public void Judge_ManyAlikeProcesses_SaysHowLongItTakes()
    {
        var ratios = new List<double>();
        var none = 0;
        for (var seed = 1; seed <= 50; seed++)
        {
            var (baseline, candidate) = Make(seed, 12, 12, 0.03, 1.06, 240);
            var early = Judge(baseline, candidate, 10);
            if (early.MinutesLeft is not { } left)
            {
                none++;
                continue;
            }

            var decided = Enumerable.Range(1, 23).Select(i => 10 * (i + 1)).FirstOrDefault(minute =>
                Judge(baseline, candidate, minute) is { ChangePercent: { } change } && (100 + change.High) / (100 + change.Value) <= 1.1);
            if (decided > 0) ratios.Add((10 + left) / decided);
        }

        ratios.Sort();
        output.WriteLine($"{none} without; predicted to real {ratios[0]:0.00} to {ratios[^1]:0.00}, median "
            + $"{ratios[ratios.Count / 2]:0.00}");
        Assert.InRange(ratios[ratios.Count / 2], 0.5, 2);
    }

    private static CanaryJudgement Judge(List<FleetSlice> baseline, List<FleetSlice> candidate, int minutes) =>
        CanaryQuestion.Judge(Until(baseline, minutes), Until(candidate, minutes), 10);

    private static IEnumerable<CanaryJudgement> Read(int seed, int candidates, int baselines, double spread, double effect)
    {
        var (baseline, candidate) = Make(seed, candidates, baselines, spread, effect, Minutes);
        for (var minute = 1; minute <= Minutes; minute++) yield return Judge(baseline, candidate, minute);
    }

    private static (List<FleetSlice> Baseline, List<FleetSlice> Candidate) Make(
        int seed, int candidates, int baselines, double spread, double effect, int minutes)
    {
        var fleet = new SimulatedFleet(seed)
        {
            HostSpread = 0, ProcessSpread = spread, StopsPerSlice = 15, Step = TimeSpan.FromMinutes(1), NoiseSpread = 0.1,
        };
        for (var i = 0; i < baselines; i++) fleet.Add("1", $"b{i}", $"baseline{i}", 0, minutes);
        for (var i = 0; i < candidates; i++) fleet.Add("2", $"c{i}", $"candidate{i}", 0, minutes, effect);
        return (fleet.Slices.FindAll(slice => slice.Version == "1"), fleet.Slices.FindAll(slice => slice.Version == "2"));
    }

    private static List<FleetSlice> Until(List<FleetSlice> slices, int minutes)
    {
        var start = slices.Min(slice => slice.Hour);
        return slices.FindAll(slice => slice.Hour < start + TimeSpan.FromMinutes(minutes));
    }
}
