namespace Unpause.Recorder.Rings;

/// <summary>Tells when the recorder takes more CPU time than it may: the watched programs come first.</summary>
/// <param name="mostCores">CPU time per time: 0.1 is a tenth of a core.</param>
internal sealed class CostLimit(double mostCores)
{
    /// <summary>Over how long it is computed, and how long what was changed has to show an effect.</summary>
    public static readonly TimeSpan Span = TimeSpan.FromMinutes(1);

    private readonly Queue<(DateTimeOffset At, TimeSpan Cpu)> _seen = [];

    /// <summary>Takes the CPU time until now; true where it was too much, and then not again for <see cref="Span"/>.</summary>
    public bool IsOver(DateTimeOffset now, TimeSpan cpu)
    {
        _seen.Enqueue((now, cpu));
        var first = _seen.Peek();
        if (now - first.At < Span) return false;
        var isOver = cpu - first.Cpu > mostCores * (now - first.At);
        if (isOver) _seen.Clear();
        else _seen.Dequeue();
        return isOver;
    }
}
