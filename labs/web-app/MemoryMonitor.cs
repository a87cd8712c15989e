namespace WebApp;

/// <summary>
/// Stands for the framework in the incident: a timer checks the process's memory, and near the limit it notifies its observers,
/// one of which induces a GC. The service's own code induces none.
/// </summary>
internal sealed class MemoryMonitor : IDisposable
{
    /// <summary>The memory limit of the service.</summary>
    private const long GrantedBytes = 1150L << 20;

    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(500);

    /// <summary>The monitor in the incident ran once a minute; a run of the lab is shorter than that.</summary>
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
