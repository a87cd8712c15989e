namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// The words of a file of stops, which our recorder writes of one Go process that it watched by kernel probes. Lines of words
/// between blanks; times are nanoseconds of CLOCK_MONOTONIC:
/// <code>
/// # unpause go stops 2                    1 and 2 are read; 1 has no CALL and only process, wall, stop,
///                                          lost and end
/// process PID BEGAN SEEN VERSION PROGRAM   began: its exec; seen: when all probes were in place; version: go1.22.3, or -
/// wall UNIX AT UNCERTAINTY                 nanoseconds since 1970 at that time, and by how much they may be off, either way
/// running                                  the process was already running: BEGAN and SEEN are when watching began
/// stop START END WHAT [CALL]               from the call of stopTheWorldWithSema to the return of startTheWorldWithSema, and when
///                                          that was called: goroutines resume between the two
/// numa AT FAULTS MIGRATED                  each second where the machine has several nodes: numa_hint_faults and
///                                          numa_pages_migrated of /proc/vmstat, since the machine's start
/// assists                                  mark assists are seen too, from SEEN on
/// assist START END                         one of 100 µs or more: entry and return of gcAssistAlloc in one goroutine
/// brief COUNT SUM LONGEST                  shorter ones that ended since the last such line. Those of the collection that a stop begins
///                                          follow it
/// assists-end AT MOST                      none is recorded from then on: their probes were hit more often a second on a processor
/// lost N                                   records that found no room; stops may be missing
/// end AT                                   when its last thread ended, or when watching did
/// </code>
/// </summary>
public static class StopsFormat
{
    /// <summary>The file's end of name.</summary>
    public const string Extension = ".stops";

    /// <summary>The first line, with the format's version.</summary>
    public static ReadOnlySpan<byte> Magic => "# unpause go stops 2\n"u8;

    /// <summary>The first line of files of earlier recorders.</summary>
    public static ReadOnlySpan<byte> FirstMagic => "# unpause go stops 1\n"u8;

    /// <summary>The line of a process that was already running, with its line end.</summary>
    public static ReadOnlySpan<byte> Running => "running\n"u8;

    /// <summary>In front of the process, its times, its version and its program.</summary>
    public static ReadOnlySpan<byte> Process => "process "u8;

    /// <summary>In front of a reading of the wall clock.</summary>
    public static ReadOnlySpan<byte> Wall => "wall "u8;

    /// <summary>In front of a stop.</summary>
    public static ReadOnlySpan<byte> Stop => "stop "u8;

    /// <summary>In front of what the kernel counts of pages that it moves between NUMA nodes.</summary>
    public static ReadOnlySpan<byte> Numa => "numa "u8;

    /// <summary>The line of a process whose assists are recorded, with its line end.</summary>
    public static ReadOnlySpan<byte> Assists => "assists\n"u8;

    /// <summary>In front of an assist.</summary>
    public static ReadOnlySpan<byte> Assist => "assist "u8;

    /// <summary>In front of the number and the sum of short assists.</summary>
    public static ReadOnlySpan<byte> BriefAssists => "brief "u8;

    /// <summary>In front of when assists were seen no more.</summary>
    public static ReadOnlySpan<byte> AssistsEnd => "assists-end "u8;

    /// <summary>In front of a count of lost records.</summary>
    public static ReadOnlySpan<byte> Lost => "lost "u8;

    /// <summary>In front of the end.</summary>
    public static ReadOnlySpan<byte> End => "end "u8;

    /// <summary>A stop that begins a collection (sweep termination).</summary>
    public static ReadOnlySpan<byte> Sweep => "sweep"u8;

    /// <summary>A stop that ends a collection (mark termination).</summary>
    public static ReadOnlySpan<byte> Mark => "mark"u8;

    /// <summary>A stop whose reason the runtime does not record.</summary>
    public static ReadOnlySpan<byte> Other => "other"u8;

    /// <summary>In front of the number of a reason (stwReason of runtime/proc.go, Go 1.21 and later).</summary>
    public const byte Reason = (byte)'r';
}
