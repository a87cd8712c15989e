namespace WebApp;

/// <summary>
/// Stands for the incident's framework: a timer looks at the process's memory, and near the limit tells its observers,
/// one of which collects. None of the service's own code asks for a collection.
/// </summary>
internal sealed class MemoryMonitor : IDisposable
{
    /// <summary>The memory that the service's host grants it.</summary>
    private const long GrantedBytes = 1150L << 20;

    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(500);

    /// <summary>The incident's monitor acted once a minute; a lab's run takes only part of one.</summary>
    private static readonly TimeSpan LeastBetween = TimeSpan.FromSeconds(3);

    private readonly long _limitBytes;
    private readonly List<ILowMemoryObserver> _observers = [];
    private readonly Timer _timer;
    private long _last = Environment.TickCount64;

    public MemoryMonitor(int limitPercent)
    {
        _limitBytes = GrantedBytes * limitPercent / 100;
        _timer = new Timer(_ => Check(), null, Period, Period);
    }

    public void Subscribe(ILowMemoryObserver observer) => _observers.Add(observer);

    /// <inheritdoc/>
    public void Dispose() => _timer.Dispose();

    private void Check()
    {
        if (Environment.WorkingSet < _limitBytes || Environment.TickCount64 - _last < LeastBetween.TotalMilliseconds) return;
        RaiseLowMemory();
        _last = Environment.TickCount64;
    }

    private void RaiseLowMemory()
    {
        foreach (var observer in _observers) observer.OnLowMemory();
    }
}
