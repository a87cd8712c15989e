using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Unpause.Requests.Attribution.Join;

/// <summary>A range of requests that one thread joins: what it counts of them.</summary>
internal sealed class JoinPiece
{
    private readonly long[] _stopped = new long[PauseSweep.Block];

    /// <summary>Requests over the threshold.</summary>
    public long Slow { get; private set; }

    /// <summary>Those that still are without their own stopped time.</summary>
    public long SlowWithout { get; private set; }

    /// <summary>Requests with more stopped time than the error bound.</summary>
    public long Touched { get; private set; }

    /// <summary>Stopped time in all of them.</summary>
    public long StoppedNanoseconds { get; private set; }

    /// <summary>Joins and counts.</summary>
    /// <param name="from">The first of the range.</param>
    /// <param name="to">The first after it.</param>
    /// <param name="threshold">Longer requests are slow.</param>
    /// <param name="without">Where latencies less own stopped time go.</param>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)] // Run for long: it must be fast the first time.
    public static JoinPiece Compute(in JoinedRequests part, int from, int to, long threshold, RankBracket[] measured, RankBracket[] without)
    {
        var piece = new JoinPiece();
        var sweep = new PauseSweep(part.Pauses);
        var starts = part.Starts.Span[from..to];
        var durations = part.Durations.Span[from..to];
        for (var i = 0; i < starts.Length; i += PauseSweep.Block)
        {
            var length = Math.Min(PauseSweep.Block, starts.Length - i);
            var latencies = durations.Slice(i, length);
            var stopped = piece._stopped.AsSpan(0, length);
            sweep.Fill(starts.Slice(i, length), latencies, stopped);
            piece.Count(latencies, stopped, threshold, part.ErrorBound);
            foreach (var bracket in measured) bracket.Take(latencies);
            foreach (var bracket in without) bracket.Take(stopped);
        }

        return piece;
    }

    /// <summary>Counts a block, and leaves latencies less stopped times where the stopped times were.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)] // Run for long: it must be fast the first time.
    private void Count(ReadOnlySpan<long> latencies, Span<long> stopped, long threshold, long errorBound)
    {
        ref var latency = ref MemoryMarshal.GetReference(latencies);
        ref var less = ref MemoryMarshal.GetReference(stopped);
        var (limit, bound) = (Vector512.Create(threshold), Vector512.Create(errorBound));
        Vector512<long> total = default, touched = default, slow = default, slowWithout = default;
        var i = 0;
        for (; i <= latencies.Length - Vector512<long>.Count; i += Vector512<long>.Count)
        {
            var (all, inside) = (Vector512.LoadUnsafe(ref latency, (nuint)i), Vector512.LoadUnsafe(ref less, (nuint)i));
            var without = all - inside;
            without.StoreUnsafe(ref less, (nuint)i);
            total += inside;
            touched -= Vector512.GreaterThan(inside, bound);
            slow -= Vector512.GreaterThan(all, limit);
            slowWithout -= Vector512.GreaterThan(without, limit);
        }

        StoppedNanoseconds += Vector512.Sum(total);
        Touched += Vector512.Sum(touched);
        Slow += Vector512.Sum(slow);
        SlowWithout += Vector512.Sum(slowWithout);
        for (; i < latencies.Length; i++)
        {
            StoppedNanoseconds += stopped[i];
            if (stopped[i] > errorBound) Touched++;
            stopped[i] = latencies[i] - stopped[i];
            if (latencies[i] > threshold) Slow++;
            if (stopped[i] > threshold) SlowWithout++;
        }
    }
}
