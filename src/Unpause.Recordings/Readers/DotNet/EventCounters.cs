using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet;

/// <summary>
/// Adds up the counters of the providers System.Runtime and Microsoft.AspNetCore.Hosting, which a session with an interval gets as
/// events. Payloads: CounterPayload and IncrementingCounterPayload of System.Private.CoreLib/src/System/Diagnostics/Tracing; the two have
/// the same event name, and differ in what follows the display name.
/// </summary>
internal sealed class EventCounters
{
    /// <summary>The row of <c>cpu-usage</c>.</summary>
    private const int Cpu = 0;

    /// <summary>The row of <c>alloc-rate</c>.</summary>
    private const int Allocations = 4;

    private const double Megabyte = 1e6, PercentOfMilliseconds = 0.1;

    /// <summary>Which counters are kept, under which name and unit, and what one of the runtime's units is of ours.</summary>
    private static readonly (string Counter, string Name, string Unit, double Factor)[] Known =
    [
        ("cpu-usage", "CPU", "percent", 1),
        ("working-set", "working set", "bytes", Megabyte),
        ("gc-heap-size", "heap in use", "bytes", Megabyte),
        ("gc-committed", "heap committed", "bytes", Megabyte),
        ("alloc-rate", "allocation rate", "bytes/s", 1),
        ("total-pause-time-by-gc", ProcessCounter.TimeInPauses, "percent", PercentOfMilliseconds),
        ("threadpool-thread-count", "pool threads", "count", 1),
        ("threadpool-queue-length", "pool queue", "count", 1),
        ("monitor-lock-contention-count", "lock contentions", "per second", 1),
        ("exception-count", "exceptions", "per second", 1),
        ("failed-requests", ProcessCounter.FailedRequests, "count", 1),
    ];

    private readonly ChunkedList<CounterSample>?[] _values = new ChunkedList<CounterSample>?[Known.Length];
    private readonly (long Samples, double Sum, double Max, double Last)[] _sums = new (long, double, double, double)[Known.Length];

    /// <summary>Bytes allocated, by the runtime's own counter, over all its intervals; null when it was not recorded.</summary>
    public long? Allocated { get; private set; }

    /// <summary>Takes an event of the provider; other events than counters are skipped.</summary>
    public void Add(in RuntimeEvent e)
    {
        var payload = new PayloadReader(e.Payload);
        var counter = MemoryMarshal.Cast<byte, char>(payload.Utf16());
        payload.Utf16();
        var index = IndexOf(counter);
        if (index < 0 || payload.Short || !TryValue(payload, out var value, out var increment)) return;
        if (index == Allocations && increment is > 0 and < Limits.AllocationBytes)
        {
            Allocated = (Total.From(Allocated ?? 0) + (long)increment).Value;
        }

        value *= Known[index].Factor;
        if (!double.IsFinite(value)) return;
        ref var sum = ref _sums[index];
        // The runtime has nothing to compare its first measurement with and reports 0 (GetCpuUsage of RuntimeEventSourceHelper).
        if (index == Cpu && sum.Samples == 0 && value == 0) return;
        sum = (sum.Samples + 1, sum.Sum + value, sum.Samples == 0 ? value : Math.Max(sum.Max, value), value);
        var values = _values[index] ??= new ChunkedList<CounterSample>();
        if (values.Count < Limits.CounterValues) values.Add(new CounterSample(e.TimeNanoseconds, value));
    }

    /// <summary>The counters that had values; null when there were none.</summary>
    public IReadOnlyList<ProcessCounter>? Build()
    {
        var counters = new List<ProcessCounter>();
        for (var i = 0; i < Known.Length; i++)
        {
            var (samples, sum, max, last) = _sums[i];
            if (samples > 0) counters.Add(new ProcessCounter(Known[i].Name, Known[i].Unit, samples, sum / samples, max, last, _values[i]!));
        }

        return counters.Count == 0 ? null : counters;
    }

    private static bool TryValue(PayloadReader payload, out double value, out double increment)
    {
        increment = 0;
        return TryLevel(payload, out value) || TryRate(payload, out value, out increment);
    }

    /// <summary>Mean, deviation, count, least, greatest, seconds, then texts; the second is <c>Mean</c>.</summary>
    private static bool TryLevel(PayloadReader payload, out double value)
    {
        value = BitConverter.Int64BitsToDouble(payload.Int64());
        payload.Skip(8 + 4 + 8 + 8 + 4);
        payload.Utf16();
        return MemoryMarshal.Cast<byte, char>(payload.Utf16()).SequenceEqual("Mean") && !payload.Short;
    }

    /// <summary>
    /// A time scale as text, increment, seconds, then texts; the third is <c>Sum</c>. Returns the increment per second.
    /// </summary>
    private static bool TryRate(PayloadReader payload, out double value, out double increment)
    {
        payload.Utf16();
        increment = BitConverter.Int64BitsToDouble(payload.Int64());
        value = increment / BitConverter.Int32BitsToSingle(payload.Int32());
        payload.Utf16();
        payload.Utf16();
        return MemoryMarshal.Cast<byte, char>(payload.Utf16()).SequenceEqual("Sum") && !payload.Short;
    }

    private static int IndexOf(ReadOnlySpan<char> counter)
    {
        for (var i = 0; i < Known.Length; i++)
        {
            if (counter.SequenceEqual(Known[i].Counter)) return i;
        }

        return -1;
    }
}
