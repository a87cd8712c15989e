using Unpause.Fleet.Questions.Coincidences;
using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Questions.Traces;

/// <summary>The traces that two services have in common.</summary>
internal sealed class TracePair
{
    /// <summary>A shorter stop delays no trace that anybody looks at.</summary>
    public const long LeastStop = 1_000_000;

    /// <summary>Fewer common traces are no evidence.</summary>
    public const int Fewest = 50;

    private const int MostCompared = 200_000;

    // A move is by so many traces at least, however rare they are: otherwise there are too few moves.
    private const int FewestMoves = MovedCounts.Moves / 2;

    // Of the usual time between two that are together by chance: those nearer to each other are one burst.
    private const double BurstShare = 0.25;

    private readonly TracesOfService _one, _other;

    private TracePair(TracesOfService one, TracesOfService other) => (_one, _other) = (one, other);

    /// <summary>One service.</summary>
    public string One => _one.Service;

    /// <summary>The other.</summary>
    public string Other => _other.Service;

    /// <summary>The traces in both.</summary>
    public int Traces { get; private set; }

    /// <summary>Those that one stopped in.</summary>
    public int OneStopped { get; private set; }

    /// <summary>Those that the other stopped in.</summary>
    public int OtherStopped { get; private set; }

    /// <summary>Those that both stopped in.</summary>
    public int Together { get; private set; }

    /// <summary>How long they were stopped by both, in nanoseconds.</summary>
    public double Stopped { get; private set; }

    /// <summary>Of these the trace that was stopped the longest, in one service.</summary>
    public ServiceTrace Example { get; private set; }

    /// <summary>The same trace in the other.</summary>
    public ServiceTrace OtherExample { get; private set; }

    /// <summary>Counts; both services have their traces in the order of their ids.</summary>
    public static TracePair Count(TracesOfService one, TracesOfService other)
    {
        var pair = new TracePair(one, other);
        pair.Join((mine, theirs) =>
        {
            var (hasMine, hasTheirs) = (mine.Stopped >= LeastStop, theirs.Stopped >= LeastStop);
            pair.Traces++;
            if (hasMine) pair.OneStopped++;
            if (hasTheirs) pair.OtherStopped++;
            if (!hasMine || !hasTheirs) return;
            pair.Together++;
            pair.Stopped += (double)mine.Stopped + theirs.Stopped;
            if (pair.Together > 1 && mine.Stopped + theirs.Stopped <= pair.Example.Stopped + pair.OtherExample.Stopped) return;
            (pair.Example, pair.OtherExample) = (mine, theirs);
        });
        return pair;
    }

    /// <summary>
    /// How many traces both would stop in without a common reason, and the probability of as many as there are. The stops of one service
    /// are moved to traces some seconds to minutes earlier and later: that keeps bursts, and what the load of the hour does. No clocks are
    /// compared, because each service has its stops in its own part of a trace.
    /// </summary>
    public (double Expected, double PValue) Test()
    {
        var traces = new List<(ServiceTrace Mine, ServiceTrace Theirs)>(Math.Min(Traces, MostCompared));
        // Ids are random: the first ones are a sample.
        Join((mine, theirs) =>
        {
            if (traces.Count < MostCompared) traces.Add((mine, theirs));
        });
        traces.Sort((a, b) => a.Mine.At != b.Mine.At
            ? a.Mine.At.CompareTo(b.Mine.At) : TracesOfService.KeyOf(a.Mine).CompareTo(TracesOfService.KeyOf(b.Mine)));
        var n = traces.Count;
        if (n < Fewest) return (0, 1);
        var (isMine, isTheirs, stopped) = (new bool[n], new bool[n], new List<int>());
        for (var i = 0; i < n; i++)
        {
            (isMine[i], isTheirs[i]) = (traces[i].Mine.Stopped >= LeastStop, traces[i].Theirs.Stopped >= LeastStop);
            if (isMine[i]) stopped.Add(i);
        }

        var moves = Moves(traces);
        var counts = new MovedCounts();
        foreach (var move in moves) counts.Add(CountOf(move, 0));
        // Moved stops meet other traces: those that a stop of the other has lengthened meet more of one's own.
        var factor = Math.Max(
            Lengthened(Exposure(traces, pair => pair.Mine), isTheirs, moves),
            Lengthened(Exposure(traces, pair => pair.Theirs), isMine, moves));
        // One burst of stops of each delays many traces. So bursts are counted, as far as they can be told apart.
        var span = (double)traces[^1].Mine.At - traces[0].Mine.At;
        var gap = (long)Math.Min(SeriesPair.LeastMove, BurstShare * span / Math.Max(1, counts.Mean));
        var bursts = new MovedCounts();
        foreach (var move in moves) bursts.Add(CountOf(move, gap));
        return (counts.Mean * factor * Traces / n, bursts.PValue(CountOf(0, gap), factor));

        long CountOf(int move, long gap)
        {
            var (count, last) = (0L, long.MinValue / 2);
            foreach (var i in stopped)
            {
                if (!isTheirs[(i + move) % n]) continue;
                if (traces[i].Mine.At - last >= gap) count++;
                last = traces[i].Mine.At;
            }

            return count;
        }
    }

    private static double[] Exposure(
        List<(ServiceTrace Mine, ServiceTrace Theirs)> traces, Func<(ServiceTrace Mine, ServiceTrace Theirs), ServiceTrace> of)
    {
        var (sum, met) = (0.0, 0);
        foreach (var pair in traces)
        {
            var trace = of(pair);
            if (trace.Stopped < LeastStop) continue;
            sum += trace.Stopped;
            met++;
        }

        var stop = met == 0 ? 0 : sum / met;
        var exposed = new double[traces.Count];
        for (var i = 0; i < exposed.Length; i++) exposed[i] = of(traces[i]).Length - of(traces[i]).Stopped + stop;
        return TraceExposure.Of(exposed, met);
    }

    /// <summary>By how many traces marks are moved, round about: by turns to later and earlier ones.</summary>
    private static int[] Moves(List<(ServiceTrace Mine, ServiceTrace Theirs)> traces)
    {
        var gaps = new long[traces.Count - 1];
        for (var i = 0; i < gaps.Length; i++) gaps[i] = traces[i + 1].Mine.At - traces[i].Mine.At;
        Array.Sort(gaps);
        // The median: recordings have holes between them.
        var gap = Math.Max(1.0, gaps[gaps.Length / 2]);
        var half = (traces.Count / 2) - 1;
        var least = Math.Clamp((int)Math.Min(half, Math.Ceiling(SeriesPair.LeastMove / gap)), 1, Math.Max(1, half - FewestMoves));
        var most = Math.Clamp((int)Math.Min(half, SeriesPair.MostMove / gap), Math.Min(half, least + FewestMoves), half);
        var moves = new int[MovedCounts.Moves];
        for (var i = 0; i < moves.Length; i++)
        {
            var move = least + (int)((long)(most - least) * (i / 2) / (FewestMoves - 1));
            moves[i] = i % 2 == 0 ? move : traces.Count - move;
        }

        return moves;
    }

    /// <summary>
    /// By how much likelier the traces that one service stopped in meet a stop of the other than traces of the same minutes: they are
    /// longer, because all of the trace is, or because the other service waited. At least 1.
    /// </summary>
    /// <param name="chances">The probability that each trace meets a stop of the other.</param>
    private static double Lengthened(double[] chances, bool[] isStopped, int[] moves)
    {
        var (unmoved, moved) = (0.0, 0.0);
        for (var i = 0; i < isStopped.Length; i++)
        {
            if (!isStopped[i]) continue;
            unmoved += chances[i];
            foreach (var move in moves) moved += chances[(i + move) % chances.Length] / moves.Length;
        }

        return moved > 0 ? Math.Max(1, unmoved / moved) : 1;
    }

    private void Join(Action<ServiceTrace, ServiceTrace> take)
    {
        var (mine, theirs) = (_one.All, _other.All);
        for (int i = 0, j = 0; i < mine.Count && j < theirs.Count;)
        {
            var (key, otherKey) = (TracesOfService.KeyOf(mine[i]), TracesOfService.KeyOf(theirs[j]));
            if (key == otherKey) take(mine[i++], theirs[j++]);
            else if (key < otherKey) i++;
            else j++;
        }
    }
}
