using Unpause.Analysis;
using Unpause.Analysis.Utilisation;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Words;
using static Unpause.Tests.Recorded;

namespace Unpause.Tests.Analysis.Utilisation;

/// <summary>MMU and BMU are those of an independent search through all windows.</summary>
public class UtilisationTests
{
    private const int Lists = 1_000;

    // The most stretches of a sample that the independent search, which is quadratic, takes.
    private const int MostStretches = 4_000;

    [Fact]
    public void Utilisation_ThousandRandomPauseLists_EqualsTheSearchOfAllWindows()
    {
        for (var seed = 0; seed < Lists; seed++)
        {
            var random = new Random(seed);
            var (length, pauses) = RandomPauses(random);
            var begun = Begun(length, [.. pauses]);
            var taken = new double?[length];
            Array.Fill(taken, 0);
            foreach (var (start, duration) in pauses)
            {
                for (var step = Math.Max(0, start); step < Math.Min(length, start + duration); step++) taken[step] = 1;
            }

            if (random.Next(4) == 0)
            {
                var (gap, width) = (random.Next(length), random.Next(1, length));
                begun.Lose(gap * Millisecond, Math.Min(width, length - gap) * Millisecond);
                Array.Fill(taken, null, gap, Math.Min(width, length - gap));
            }

            AssertEqual(taken, Utilised(begun.Build()), row => row.Stops, $"seed {seed}");
        }
    }

    [Fact]
    public void Utilisation_RandomShareOfProcessors_EqualsTheSearchOfAllWindows()
    {
        for (var seed = 0; seed < Lists / 2; seed++)
        {
            var random = new Random(seed);
            var (length, at) = (random.Next(20, 300), 0);
            var (taken, stretches) = (new double?[length], new List<TakenStretch>());
            Array.Fill(taken, 0);
            while ((at += random.Next(0, 20)) < length)
            {
                var (end, share) = (Math.Min(length, at + random.Next(1, 30)), random.Next(1, 5) / 4.0);
                for (var step = at; step < end; step++) taken[step] = share;
                stretches.Add(new(at * Millisecond, end * Millisecond, (long)(share * (end - at) * Millisecond)));
                at = end;
            }

            var count = UtilisationSummary.Lengths.Count(window => window <= length * Millisecond);
            var shares = UtilisationSummary.ComputeAll(
                Empty(), TakenTime.FromParts(stretches), [new ObservedStretch(0, length * Millisecond)], count);
            AssertEqual(
                taken, [.. shares.Select((share, i) => new UtilisationWindow(UtilisationSummary.Lengths[i], share, null))],
                row => row.Stops, $"seed {seed}");
        }
    }

    [Fact]
    public void Utilisation_EverySample_EqualsTheSearchOfAllEdges()
    {
        var compared = 0;
        foreach (var path in Directory.EnumerateFiles(RepositoryFolder.File("samples"), "*", SearchOption.AllDirectories).Order())
        {
            foreach (var recording in RuntimeTable.Default.Load([RecordingInput.File(path)]).Recordings)
            {
                if (AnalysedProcess.From(recording).Summary.Utilisation is not { Windows.Count: > 0 } known) continue;
                var pauses = NaiveUtilisation.PausesOf(recording, known.IsOfStops);
                if (recording.Gaps.Count > 0 || pauses.Count > MostStretches || pauses.Any(pause => pause.Start < 0)) continue;
                compared++;
                foreach (var row in known.Windows)
                {
                    var (mmu, bmu) = NaiveUtilisation.OfEdges(pauses, recording.DurationNanoseconds!.Value, row.LengthNanoseconds);
                    AssertClose(mmu, row.Stops.MmuPercent, $"MMU of {row.LengthNanoseconds} in {path}");
                    AssertClose(bmu, row.Stops.BmuPercent, $"BMU of {row.LengthNanoseconds} in {path}");
                }
            }
        }

        Assert.InRange(compared, 100, int.MaxValue);
    }

    [Fact]
    public void Utilisation_WorstWindow_HasTheShareThatItIsNamedFor()
    {
        var rows = Utilised(With(1_000, (100, 20), (130, 20), (600, 25)));
        var row = Assert.Single(rows, row => row.LengthNanoseconds == 50 * Millisecond).Stops;
        Assert.Equal((20.0, 100 * Millisecond), (row.MmuPercent, row.StartNanoseconds));
    }

    [Fact]
    public void Utilisation_LongerWindowIsWorse_LowersTheMonotoneForm()
    {
        // A window of 20 ms holds at most one pause and a bit; one of 21 ms holds two whole ones.
        var row = Assert.Single(Utilised(With(200, (50, 8), (63, 8))), row => row.LengthNanoseconds == 20 * Millisecond).Stops;
        Assert.Equal(100 * (1 - (15.0 / 20)), row.MmuPercent, 9);
        Assert.Equal(100 * (1 - (16.0 / 21)), row.BmuPercent, 9);
    }

    [Fact]
    public void Utilisation_NoPause_IsWholeAndHasNoWorstWindow()
    {
        Assert.All(Utilised(With(5_000)), row => Assert.Equal((100.0, 100.0, null), (
            row.Stops.MmuPercent, row.Stops.BmuPercent, row.Stops.StartNanoseconds)));
    }

    [Fact]
    public void Utilisation_WindowLongerThanTheRecording_HasNoRow()
    {
        Assert.Equal(500 * Millisecond, Utilised(With(999, (10, 10)))[^1].LengthNanoseconds);
        Assert.Equal(1_000 * Millisecond, Utilised(With(1_000, (10, 10)))[^1].LengthNanoseconds);
    }

    [Fact]
    public void Utilisation_PauseWithoutTime_IsUnknown()
    {
        var begun = Begun(1_000, (10, 10));
        begun.Begin(1);
        begun.Pauses.Add(new Pause(Pause.NoTime, Millisecond, 1, "collection"));
        Assert.Null(AnalysedProcess.From(begun.Build()).Summary.Utilisation);
    }

    [Fact]
    public void Utilisation_CpuOfACycle_IsTakenOffItsConcurrentPart()
    {
        var begun = Begun(1_000, (100, 10), (190, 10));
        begun.Edit(0).EndNanoseconds = 200 * Millisecond;
        begun.Source.Settings[GoSettings.Processors] = "4";
        begun.Counters.Add(new Counter(0, GoCounters.DedicatedMilliseconds, 70));
        begun.Counters.Add(new Counter(0, GoCounters.AssistMilliseconds, 10));
        begun.Counters.Add(new Counter(0, GoCounters.IdleMilliseconds, 1_000));
        var row = Assert.Single(Utilised(begun.Build()), row => row.LengthNanoseconds == 100 * Millisecond);
        // Two stops of 10 ms; 80 ms of CPU on 4 processors are 20 ms of all of them.
        Assert.Equal((80.0, 60.0), (row.Stops.MmuPercent, row.WithCollectorCpu!.MmuPercent));
        Assert.Equal(100 * Millisecond, row.WithCollectorCpu.StartNanoseconds);
    }

    private static IReadOnlyList<UtilisationWindow> Utilised(Recording recording) =>
        AnalysedProcess.From(recording).Summary.Utilisation!.Windows;

    private static (int Length, List<(long StartMs, long DurationMs)> Pauses) RandomPauses(Random random)
    {
        var length = random.Next(1, 300);
        var pauses = new List<(long StartMs, long DurationMs)>();
        var longest = random.Next(1, 30);
        for (var i = random.Next(0, 40); i > 0; i--)
        {
            // At the edges, touching the pause before, of no length, anywhere.
            long duration = random.Next(0, longest);
            var start = random.Next(10) switch
            {
                0 => 0,
                1 => Math.Max(0, length - duration),
                2 when pauses.Count > 0 => pauses[^1].StartMs + pauses[^1].DurationMs,
                _ => random.Next(0, length),
            };
            pauses.Add((start, duration));
        }

        if (random.Next(2) == 0) pauses.Sort();
        return (length, pauses);
    }

    private static void AssertEqual(
        double?[] taken, IReadOnlyList<UtilisationWindow> rows, Func<UtilisationWindow, LeastShare> shareOf, string which)
    {
        var expected = NaiveUtilisation.OfSteps(taken);
        var lengths = UtilisationSummary.Lengths.Select(window => (int)(window / Millisecond))
            .Where(window => window <= taken.Length && expected[window].Mmu is not null).ToList();
        Assert.Equal(lengths, rows.Select(row => (int)(row.LengthNanoseconds / Millisecond)));
        foreach (var row in rows)
        {
            var (mmu, bmu) = expected[row.LengthNanoseconds / Millisecond];
            AssertClose(mmu!.Value, shareOf(row).MmuPercent, $"MMU of {row.LengthNanoseconds}, {which}");
            AssertClose(bmu!.Value, shareOf(row).BmuPercent, $"BMU of {row.LengthNanoseconds}, {which}");
            if (shareOf(row).StartNanoseconds is not { } start) continue;
            Assert.Equal(0, start % Millisecond);
            var within = taken.Skip((int)(start / Millisecond)).Take((int)(row.LengthNanoseconds / Millisecond)).Sum();
            AssertClose(100 - (100 * within!.Value * Millisecond / row.LengthNanoseconds), mmu.Value, $"the start's window, {which}");
        }
    }

    private static void AssertClose(double expected, double actual, string what) =>
        Assert.True(Math.Abs(expected - actual) < 1e-5, $"{what}: expected {expected}, was {actual}");
}
