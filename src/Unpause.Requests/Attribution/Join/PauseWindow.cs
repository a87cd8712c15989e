namespace Unpause.Requests.Attribution.Join;

/// <summary>Two neighbouring pauses and the time around them without another: in it, stopped time needs no look-up.</summary>
/// <param name="From">Where the pause before the first ends.</param>
/// <param name="To">Where the pause after the second starts.</param>
/// <param name="FirstStart">Start of the first pause. One that does not exist has no length.</param>
/// <param name="FirstEnd">End of the first pause.</param>
/// <param name="SecondStart">Start of the second pause.</param>
/// <param name="SecondEnd">End of the second pause.</param>
internal readonly record struct PauseWindow(long From, long To, long FirstStart, long FirstEnd, long SecondStart, long SecondEnd)
{
    /// <summary>Contains no instant.</summary>
    public static PauseWindow Nowhere { get; } = new(long.MaxValue, long.MinValue, 0, 0, 0, 0);
}
