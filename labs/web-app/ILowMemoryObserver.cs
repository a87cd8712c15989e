namespace WebApp;

/// <summary>Somebody who gives memory back when there is little.</summary>
internal interface ILowMemoryObserver
{
    /// <summary>Memory is near its limit.</summary>
    void OnLowMemory();
}
