namespace Unpause.Recordings;

/// <summary>Bytes of one age in the survivor spaces after a young collection (the JVM's age tables).</summary>
/// <param name="Collection">Index into <see cref="Recording.Collections"/>.</param>
/// <param name="Age">Young collections that the objects survived, from 1 on.</param>
/// <param name="Bytes">Their size.</param>
internal readonly record struct AgeBytes(int Collection, int Age, long Bytes);
