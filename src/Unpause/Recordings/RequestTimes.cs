using System.Runtime.CompilerServices;

namespace Unpause.Recordings;

/// <summary>
/// What a request's time went into, in nanoseconds, one number for each <see cref="RequestTime"/>. Each nanosecond counts once: together
/// they are the request's duration.
/// </summary>
[InlineArray(Kinds)]
internal struct RequestTimes
{
    /// <summary>How many numbers there are.</summary>
    public const int Kinds = (int)RequestTime.Running + 1;

    private long _first;

    /// <summary>All together.</summary>
    public readonly long Sum
    {
        get
        {
            long sum = 0;
            foreach (var part in this) sum += part;
            return sum;
        }
    }

    /// <summary>What the collector took: stops, assists, waits for them, sweeping.</summary>
    public readonly long Collector =>
        this[RequestTime.Stopped] + this[RequestTime.Assisting] + this[RequestTime.AssistWait] + this[RequestTime.Sweeping];

    /// <summary>One of them.</summary>
    public long this[RequestTime kind]
    {
        readonly get => this[(int)kind];
        set => this[(int)kind] = value;
    }

    /// <summary>Adds another's.</summary>
    public void Add(in RequestTimes other)
    {
        for (var kind = 0; kind < Kinds; kind++) this[kind] += other[kind];
    }
}
