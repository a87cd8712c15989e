namespace Unpause.Recordings.Readers.DotNet;

/// <summary>What is wanted of an event.</summary>
internal enum EventUse
{
    /// <summary>Nothing: it is skipped.</summary>
    None,

    Payload,

    /// <summary>Its payload and its call stack.</summary>
    WithStack,

    /// <summary>The ids of its activity and of the related one, 16 bytes each, and behind them its payload.</summary>
    WithActivity,
}
