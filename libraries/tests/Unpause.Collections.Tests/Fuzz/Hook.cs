namespace Unpause.Collections.Tests.Fuzz;

/// <summary>Runs an action once, at one of the next calls of a comparer: how code that is called by a table changes that table.</summary>
internal sealed class Hook
{
    [ThreadStatic]
    private static bool _paused;

    private Action? _action;
    private int _calls;

    public bool Fired { get; private set; }

    public void Arm(int calls, Action? action)
    {
        _calls = calls;
        _action = action;
        Fired = false;
    }

    /// <summary>Runs what calls comparers another number of times in the two implementations.</summary>
    public static TResult Paused<TResult>(Func<TResult> work)
    {
        var before = _paused;
        _paused = true;
        try
        {
            return work();
        }
        finally
        {
            _paused = before;
        }
    }

    public void Disarm() => _action = null;

    public void Call()
    {
        if (_paused || _action is not { } action || _calls-- > 0) return;
        _action = null;
        Fired = true;
        action();
    }
}
