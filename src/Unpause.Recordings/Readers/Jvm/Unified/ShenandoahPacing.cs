using Unpause.Recordings.Words;

namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// <c>Pacing                            68885 us</c>, in the statistics of a cycle (level info of <c>gc,stats</c>, 17-25): how long
/// allocating threads were paced since the cycle before, all together. Source: <c>shenandoahPhaseTimings.cpp</c>.
/// </summary>
internal static class ShenandoahPacing
{
    /// <summary>Takes in what follows <c>Pacing</c>. At exit the same word leads the sum of all cycles, with an equals sign.</summary>
    public static void Apply(JvmProcess process, ReadOnlySpan<byte> rest)
    {
        var cursor = new Utf8Cursor(rest.TrimStart((byte)' '));
        if (!cursor.TryTakeFixed(3, out var nanoseconds) || !cursor.TryTake(" us"u8) || !cursor.AtEnd || nanoseconds <= 0) return;
        process.Recording.Stalls.Add(new Stall(Pause.NoTime, nanoseconds, JvmStalls.Pacing));
    }
}
