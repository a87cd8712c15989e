namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>For whom a goroutine of the collector runs, by its label (gcMarkWorkerModeStrings of runtime/mgc.go).</summary>
internal enum MarkWorker : byte
{
    None,

    /// <summary>On a processor that is given to the collector, wholly or a part of the time.</summary>
    Dedicated,

    /// <summary>On a processor that had nothing else to do.</summary>
    Idle,
}
