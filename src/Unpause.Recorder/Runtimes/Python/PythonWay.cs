namespace Unpause.Recorder.Runtimes.Python;

/// <summary>Methods of recording a running CPython process, the best first.</summary>
internal enum PythonWay
{
    /// <summary>unpause's agent is loaded in it; its file is read.</summary>
    Agent,

    /// <summary>Kernel probes at CPython's USDT markers.</summary>
    Marks,

    /// <summary>Kernel probes at the function that collects.</summary>
    Function,

    /// <summary>unpause's agent is loaded through remote debugging (sys.remote_exec, 3.14 and later).</summary>
    Remote,
}
