using Unpause.Analysis.CostModels;
using Unpause.Requests.Attribution.Join;
using Unpause.Requests.Attribution.Scenarios;

namespace Unpause.Analysis.WhatIfs;

/// <summary>
/// The recorded pauses among the requests, and the collector's work beside the program where it slows them, each of a young or of another
/// collection.
/// </summary>
public sealed class KindedPauses
{
    private readonly List<(long Start, long Length)> _young = [], _old = [], _youngWork = [], _oldWork = [];
    private readonly long _from, _to;
    private readonly double _share;

    private KindedPauses(long from, long to, double share) => (_from, _to, _share) = (from, to, share);

    /// <summary>Pauses of young collections.</summary>
    public int Young => _young.Count;

    /// <summary>All other pauses.</summary>
    public int Old => _old.Count;

    /// <summary>Labels the pauses of a load by its recording. A merged pause is of the kind that takes most of it.</summary>
    public static KindedPauses From(ReplayableLoad load, Recording recording)
    {
        var (all, pauses) = (new KindedPauses(load.Stretch.From, load.Stretch.To, load.Slowdown?.Share ?? 0), load.Pauses);
        var starts = new long[pauses.Count];
        for (var i = 0; i < starts.Length; i++) starts[i] = pauses.Start(i);
        var (young, old) = (new long[starts.Length], new long[starts.Length]);
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                if (!pause.HasTime || pause.DurationNanoseconds < 0 || pause.StartNanoseconds < 0) continue;
                var at = load.Place(pause.StartNanoseconds + (pause.DurationNanoseconds / 2));
                var found = Array.BinarySearch(starts, at);
                var index = found >= 0 ? found : ~found - 1;
                if (index < 0 || pauses.End(index) < at) continue;
                (SteadyWork.IsYoung(recording.Collections[pause.Collection]) ? young : old)[index] += pause.DurationNanoseconds;
            }
        }

        for (var i = 0; i < starts.Length; i++)
        {
            (old[i] > young[i] ? all._old : all._young).Add((starts[i], pauses.End(i) - starts[i]));
        }

        if (all._share > 0)
        {
            foreach (var collection in recording.Collections)
            {
                if (WorkOf(collection, load) is { } work) (SteadyWork.IsYoung(collection) ? all._youngWork : all._oldWork).Add(work);
            }
        }

        return all;
    }

    /// <summary>When the collector worked beside the program, on the requests' clock.</summary>
    public static PauseTimeline WorkBeside(ReplayableLoad load, Recording recording)
    {
        var (starts, lengths) = (new List<long>(), new List<long>());
        foreach (var collection in recording.Collections)
        {
            if (WorkOf(collection, load) is not { } work) continue;
            starts.Add(work.Start);
            lengths.Add(work.Length);
        }

        return PauseTimeline.Merge([.. starts], [.. lengths]);
    }

    /// <summary>
    /// The pauses after a change. Those of a kind become so many times as many: the one numbered j is where the recording has number
    /// j ÷ rate, between two recorded ones in proportion, so bursts of collections stay where they were. Pauses that would overlap come
    /// one after the other.
    /// </summary>
    /// <param name="change">How many, and how long.</param>
    /// <param name="phase">From 0 to 1: which of them are taken, or how far behind the recorded ones they are.</param>
    /// <param name="compression">Time passes so many times faster, for more arrivals a second; the lengths stay.</param>
    public PauseTimeline Changed(PauseChange change, RangeEnd end, double phase, double compression = 1)
    {
        var pauses = new List<(long Start, long Length)>();
        Take(_young, change.Young.At(end), phase, pauses);
        Take(_old, change.Old.At(end), phase, pauses);
        if (_share > 0)
        {
            var work = new List<(long Start, long Length)>();
            Take(_youngWork, change.Young.At(end), phase, work);
            Take(_oldWork, change.Old.At(end), phase, work);
            foreach (var (start, length) in work) ConcurrentSlowdown.Spread(start, length, _share, work.Count, pauses);
        }

        if (change.Added?.At(end) is (> 0 and var perSecond, var seconds))
        {
            var period = Math.Max(1e6, 1e9 / perSecond);
            var length = (long)(seconds * 1e9);
            for (var at = _from + ((phase > 0 ? phase : 0.5) * period); at < _to; at += period) pauses.Add(((long)at, length));
        }

        pauses.Sort();
        var (starts, lengths) = (new long[pauses.Count], new long[pauses.Count]);
        var free = long.MinValue;
        for (var i = 0; i < starts.Length; i++)
        {
            starts[i] = Math.Max(free, _from + (long)((pauses[i].Start - _from) / compression));
            lengths[i] = pauses[i].Length;
            free = starts[i] + lengths[i];
        }

        return PauseTimeline.Merge(starts, lengths);
    }

    private static (long Start, long Length)? WorkOf(Collection collection, ReplayableLoad load)
    {
        if (collection.Kind != CollectionKind.Background || collection.StartNanoseconds is not { } start) return null;
        return collection.EndNanoseconds is { } end && end > start ? (load.Place(start), end - start) : null;
    }

    private void Take(List<(long Start, long Length)> recorded, Scaled scaled, double phase, List<(long Start, long Length)> pauses)
    {
        if (scaled.Rate <= 0 || recorded.Count == 0) return;
        var most = Math.Min(recorded.Count * scaled.Rate, Limits.MostReplayedPauses);
        for (var j = 0; j < most; j++)
        {
            var at = (j + phase) / scaled.Rate;
            var index = (int)at;
            if (index >= recorded.Count) break;
            var (start, length) = recorded[index];
            var next = index + 1 < recorded.Count ? recorded[index + 1].Start : Math.Max(start, _to);
            pauses.Add((start + (long)((at - index) * (next - start)), (long)(length * scaled.Length)));
        }
    }
}
