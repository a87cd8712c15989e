namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>The heap right before or after a collection, in bytes; null where no event has it.</summary>
internal sealed class JfrHeapSizes
{
    /// <summary>When it was measured, in nanoseconds since 1970.</summary>
    public long? At { get; set; }

    public long? Used { get; set; }

    public long? Committed { get; set; }

    public long? Eden { get; set; }

    public long? Survivors { get; set; }

    /// <summary>What eden may grow to; for Parallel the whole young generation.</summary>
    public long? YoungTarget { get; set; }

    public long? Old { get; set; }

    /// <summary>Eden and survivor spaces together.</summary>
    public long? Young => Eden + Survivors;

    /// <summary>The old generation: JDK 11 to 21 do not record G1's, which is the rest of the heap.</summary>
    public long? OldOrRest => Old ?? (Used - Young is >= 0 and var rest ? rest : null);
}
