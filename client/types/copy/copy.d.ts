import type { Connection } from '../connection.ts';
import type { Copying, Steps } from './steps.ts';
export declare function copy(connection: Connection, client: string, options: Copying): Steps;
