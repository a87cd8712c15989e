namespace Unpause.Bench.App;

/// <summary>What a request's result comes to, in whatever order its elements are.</summary>
internal readonly record struct Answer(long Count, long Sum)
{
    public static Answer operator +(Answer left, Answer right) => new(left.Count + right.Count, left.Sum + right.Sum);
}
