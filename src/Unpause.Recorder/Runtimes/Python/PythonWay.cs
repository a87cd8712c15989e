namespace Unpause.Recorder.Runtimes.Python;

/// <summary>How a CPython process that runs already is recorded, the best way first.</summary>
internal enum PythonWay
{
    /// <summary>unpause's agent is loaded in it, and its file is read.</summary>
    Agent,

    /// <summary>Kernel probes at the places that CPython's authors have marked (USDT).</summary>
    Marks,

    /// <summary>Kernel probes at the function that collects.</summary>
    Function,

    /// <summary>The process itself is asked to load unpause's agent (sys.remote_exec, 3.14 and later).</summary>
    Remote,
}
