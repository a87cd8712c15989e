namespace Unpause.Cli.Labs;

/// <summary>An incident as a program with modes: the bug first, then its fixes, all under the same load.</summary>
internal abstract class Lab
{
    /// <summary>The word after <c>unpause lab</c>, and the folder's name in <c>labs/</c>.</summary>
    public abstract string Name { get; }

    /// <summary>The description in the help, with the lab's requirements.</summary>
    public abstract string Description { get; }

    /// <summary>The cause of the incident: the sentence above the tables.</summary>
    public abstract string Headline { get; }

    /// <summary>The names of the modes on the program's command line.</summary>
    public abstract IReadOnlyList<string> Modes { get; }

    /// <summary>The default load.</summary>
    public abstract LabLoad Defaults { get; }

    /// <summary>Rows of the side-by-side table in addition to the common ones.</summary>
    public virtual IReadOnlyList<LabRow> Rows => [];

    /// <summary>The share of each fix in the total improvement; null where the lab has one fix.</summary>
    public virtual LabShares? Shares => null;

    /// <summary>Finds or builds the lab's program.</summary>
    /// <param name="folder">The lab's files that this build carries; removed when the lab ends.</param>
    /// <returns>What makes a run and reads it; null when the user interrupted it. The program leaves <c>requests.csv</c> in the run's
    /// folder: what the client measured, and the process that answered.</returns>
    /// <exception cref="UserMistake">Something is missing; the message says what to install.</exception>
    public abstract Func<LabTask, LabRun?> Prepare(LabFolder folder);
}
