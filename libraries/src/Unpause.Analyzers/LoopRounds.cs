using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers;

/// <summary>How often a loop goes round, where its bounds are constants.</summary>
internal static class LoopRounds
{
    /// <summary>The number of rounds; with <paramref name="distinct"/> only when each has another value of the loop's variable.</summary>
    internal static long? Count(ILoopOperation loop, bool distinct) => loop switch
    {
        IForEachLoopOperation each => KnownCount.Find(each.Collection, distinct),
        IForLoopOperation counting => Counted(counting),
        _ => null,
    };

    /// <summary>Whether the expression is the loop's own variable.</summary>
    internal static bool IsVariable(ILoopOperation loop, IOperation expression) =>
        SingleValue.Unconverted(expression) is ILocalReferenceOperation reference &&
        loop.Locals.Contains(reference.Local, SymbolEqualityComparer.Default);

    private static long? Counted(IForLoopOperation loop)
    {
        if (loop.Before.Length != 1 || loop.AtLoopBottom.Length != 1 || loop.Locals.Length != 1) return null;
        var variable = loop.Locals[0];
        var start = loop.Before[0].DescendantsAndSelf().OfType<IVariableDeclaratorOperation>().FirstOrDefault()
            ?.GetVariableInitializer()?.Value;
        if (start is null || SingleValue.Number(start) is not { } first) return null;
        if (loop.Condition is not IBinaryOperation condition || !Is(condition.LeftOperand, variable)
            || SingleValue.Number(condition.RightOperand) is not { } bound
            || Step(loop.AtLoopBottom[0], variable) is not ({ } step and not 0 and > int.MinValue and < int.MaxValue))
        {
            return null;
        }

        var inside = SingleValue.References(variable, loop).Where(reference => loop.Body.Syntax.Span.Contains(reference.Syntax.Span));
        if (inside.Any(SingleValue.Writes)) return null;
        var distance = condition.OperatorKind switch
        {
            BinaryOperatorKind.LessThan when step > 0 => bound - first,
            BinaryOperatorKind.LessThanOrEqual when step > 0 => bound - first + 1,
            BinaryOperatorKind.NotEquals when step is 1 or -1 => (bound - first) * step,
            BinaryOperatorKind.GreaterThan when step < 0 => first - bound,
            BinaryOperatorKind.GreaterThanOrEqual when step < 0 => first - bound + 1,
            _ => -1,
        };
        var width = Math.Abs(step);
        return distance < 0 ? null : (distance + width - 1) / width;
    }

    private static long? Step(IOperation statement, ILocalSymbol variable) =>
        (statement as IExpressionStatementOperation)?.Operation switch
        {
            IIncrementOrDecrementOperation one when Is(one.Target, variable) => one.Kind == OperationKind.Increment ? 1 : -1,
            ICompoundAssignmentOperation { OperatorKind: BinaryOperatorKind.Add } more when Is(more.Target, variable) =>
                SingleValue.Number(more.Value),
            ICompoundAssignmentOperation { OperatorKind: BinaryOperatorKind.Subtract } less when Is(less.Target, variable) =>
                -SingleValue.Number(less.Value),
            _ => null,
        };

    private static bool Is(IOperation operation, ILocalSymbol variable) =>
        SingleValue.Unconverted(operation) is ILocalReferenceOperation reference &&
        SymbolEqualityComparer.Default.Equals(reference.Local, variable);
}
