namespace WebApp;

/// <summary>Releases memory when little is left.</summary>
internal interface ILowMemoryObserver
{
    /// <summary>Memory is near its limit.</summary>
    void OnLowMemory();
}
