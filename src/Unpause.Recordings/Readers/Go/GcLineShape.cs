namespace Unpause.Recordings.Readers.Go;

/// <summary>The shapes that gctrace lines have had.</summary>
internal enum GcLineShape
{
    /// <summary><c>gc13(2): 48+24+2 ms, 263 -> 124 MB …</c>: mark, sweep, cleanup.</summary>
    Go10To12,

    /// <summary><c>gc1(1): 5+0+186+0 us, 0 -> 0 MB, …</c>: stop, sweep, mark, wait.</summary>
    Go13To14,

    /// <summary>
    /// <c>gc 204 @31.872s 32%: 1.0+1.0+0+119+3.0 ms clock, …</c>: sweep termination, scan, write barrier, mark, mark termination.
    /// </summary>
    Go15,

    /// <summary><c>gc 5 @0.1s 3%: 0.02+1.1+0.01 ms clock, …</c>: sweep termination, mark, mark termination.</summary>
    Go16To117,

    /// <summary>As before, with <c># MB stacks, # MB globals</c>.</summary>
    Go118AndLater,
}
