namespace Unpause.Recordings.Readers.DotNet;

/// <summary>Takes an event of a process.</summary>
internal delegate void RuntimeEventHandler(int processId, in RuntimeEvent runtimeEvent);
